const attribute = (html: string): string => html.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

const INNER_FRAME = `<form><label>Code <input name="code" data-testid="code"></label><button id="pay">Pay now</button></form>`;

const OUTER_FRAME = `<h1>Payment</h1>
<label>Card number <input id="card"></label>
<iframe id="inner" name="inner" srcdoc="${attribute(INNER_FRAME)}"></iframe>`;

/** A form with labels, roles, test ids, lists, a table, an open shadow root and nested frames. */
export const FORM_PAGE = `<!doctype html><html lang="en"><body>
<header><h1>Shop</h1><nav aria-label="Main"><a href="#a">Home</a> <a href="#b">It's "new" &gt;&gt; sale</a></nav></header>
<form aria-label="Sign up">
  <label for="email">Email</label><input id="email" type="email" placeholder="you@example.org">
  <label for="password">Password</label><input id="password" type="password">
  <label for="repeat">Password again</label><input id="repeat" type="password">
  <label>Country <select name="country"><option>Austria</option><option>Chile</option></select></label>
  <fieldset><legend>Plan</legend>
    <label><input type="radio" name="plan" value="free"> Free</label>
    <label><input type="radio" name="plan" value="paid"> Paid</label>
  </fieldset>
  <label><input id="terms" type="checkbox" checked> I agree</label>
  <label>Notes <textarea rows="2"></textarea></label>
  <input type="search" aria-label="Search \\ find"><input type="range" aria-label="Amount" title="From 1 to 100">
  <span id="quoted" title="it's &quot;quoted&quot; >> \\ fine">?</span>
  <button type="button" aria-pressed="true">Bold</button><button disabled>Send</button>
  <div data-testid="secret" id="secret" style="display:none">hidden</div>
  <div class="plain"><div><span></span><span></span></div></div>
</form>
<h2 id="order">Your order</h2>
<ul>
  <li>Tea <button id="remove-tea">Remove</button></li>
  <li>Coffee <button id="remove-coffee">Remove</button></li>
  <li>Milk <em>sold out</em> <button id="remove-milk">Remove</button></li>
</ul>
<table><caption>Prices</caption>
  <tr><th>Item</th><th>Price</th></tr><tr><td>Tea</td><td>3.50</td></tr><tr><td>Coffee</td><td>3.50</td></tr>
</table>
<p><mark>New</mark> <img alt="A cup" src="data:,"> <a href="#c"><img alt="Logo" src="data:,"></a></p>
<shop-rating><template shadowrootmode="open"><p>Rating</p><button id="rate-4">Rate 4</button><button id="rate-5">Rate 5</button></template></shop-rating>
<iframe id="outer" title="Payment" srcdoc="${attribute(OUTER_FRAME)}"></iframe>
</body></html>`;
