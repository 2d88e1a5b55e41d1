/** Code of Playwright in Python, Java and C#, as its recorder writes it. */
import { expect, test } from 'vitest';
import { imported } from '../../support/imported-tests.ts';
import { openShop } from '../../support/shop.ts';

const read = async (language: string, code: string) => {
  await using shop = await openShop();
  return await imported(shop.author, `playwright-${language}`, code);
};

const PYTHON = `import re
from playwright.sync_api import Playwright, sync_playwright, expect


def run(playwright: Playwright) -> None:
    browser = playwright.chromium.launch(headless=False)
    context = browser.new_context()
    page = context.new_page()
    page.goto("https://shop.example/")
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_label("Name").fill('Ann "A"')
    page.get_by_role("row", name=re.compile(r"^Bob \\d+/", re.I)).get_by_role("checkbox").check()
    page.locator("#country").select_option(["de", "at"])
    page.get_by_text("More").nth(1).click(button="right", modifiers=["Shift"])
    page.get_by_role("listitem").filter(has_text="Shoe").first.dblclick()
    page.locator("iframe").content_frame.get_by_text("Pay").click()
    page.get_by_label("File").set_input_files("cat.png")
    page.once("dialog", lambda dialog: dialog.dismiss())
    page.get_by_label("Name").press("Enter")
    with page.expect_popup() as page1_info:
        page.get_by_text("Help").click()
    page1 = page1_info.value
    expect(page1.get_by_text("Hello")).to_be_visible()
    expect(page1).to_have_url(re.compile("help"))
    expect(page.get_by_text("Gone")).not_to_be_visible(timeout=1_000)
    for item in items:
        page.get_by_text(item).click()
    page.close()

    # ---------------------
    context.close()
    browser.close()


with sync_playwright() as playwright:
    run(playwright)
`;

test('a script of Python is read line by line, and what is other code is left out as it is written', async () => {
  const [made] = await read('python', PYTHON);
  expect(made?.actions).toMatchObject([
    { type: 'visit', url: 'https://shop.example/' },
    { type: 'click', locator: "getByRole('button', { name: 'Save', exact: true })" },
    { type: 'fill', locator: "getByLabel('Name')", value: 'Ann "A"' },
    { type: 'check', locator: "getByRole('row', { name: /^Bob \\d+\\//i }).getByRole('checkbox')" },
    { type: 'select', locator: "locator('#country')", values: ['de', 'at'] },
    { type: 'rightClick', locator: "getByText('More').nth(1)", modifiers: ['Shift'] },
    { type: 'dblclick', locator: "getByRole('listitem').filter({ hasText: 'Shoe' }).first()" },
    { type: 'click', locator: "locator('iframe').contentFrame().getByText('Pay')" },
    { type: 'upload', files: ['cat.png'] },
    { type: 'dialog', accept: false },
    { type: 'press', key: 'Enter' },
    { type: 'click', locator: "getByText('Help')" },
    { matcher: 'toBeVisible', locator: "getByText('Hello')" },
    { matcher: 'toHaveURL', expected: '/help/' },
    { type: 'switchTab', tab: '0' },
    { matcher: 'toBeVisible', not: true, timeoutMs: 1_000 },
    {
      type: 'comment',
      disabled: true,
      text: 'for item in items:\n        page.get_by_text(item).click()',
      comment: 'Loops of this language are not followed.',
    },
    { type: 'closeTab' },
  ]);
});

test('tests of pytest and of async Python are tests, with fixtures, constants and functions of the file', async () => {
  const made = await read(
    'python',
    `import pytest
from playwright.async_api import Page, expect
BASE = "https://shop.example"

@pytest.fixture(autouse=True)
async def start(page: Page):
    await page.goto(f"{BASE}/start")

async def login(page: Page, name: str):
    await page.get_by_label("Name").fill(name)

class TestShop:
    async def test_one(self, page: Page) -> None:
        await login(page, "Ann")
        await expect(page.get_by_role("heading")).to_have_text("Shop")
        count = await page.locator("li").count() + 1

async def test_two(page: Page):
    async with page.expect_download() as download_info:
        await page.get_by_text("Export").click()
    download = await download_info.value
`,
  );
  expect(made.map(({ name }) => name).sort()).toEqual(['test_one', 'test_two']);
  expect(made.find(({ name }) => name === 'test_one')?.actions).toMatchObject([
    { type: 'visit', url: 'https://shop.example/start' },
    { type: 'fill', value: 'Ann' },
    { matcher: 'toHaveText', expected: 'Shop' },
    { type: 'comment', disabled: true, text: 'count = await page.locator("li").count() + 1' },
  ]);
  expect(made.find(({ name }) => name === 'test_two')?.actions).toMatchObject([
    { type: 'visit' },
    { type: 'download' },
    { type: 'click' },
  ]);
});

test('code of Java is read with its options, patterns, popups and checks', async () => {
  const [made] = await read(
    'java',
    `import com.microsoft.playwright.*;
import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

public class Example {
  public static void main(String[] args) {
    try (Playwright playwright = Playwright.create()) {
      Browser browser = playwright.chromium().launch(new BrowserType.LaunchOptions()
        .setHeadless(false));
      BrowserContext context = browser.newContext();
      Page page = context.newPage();
      page.navigate("https://shop.example/");
      page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Save").setExact(true)).click();
      page.getByText(Pattern.compile("more \\\\d", Pattern.CASE_INSENSITIVE)).click(new Locator.ClickOptions()
        .setButton(MouseButton.RIGHT));
      page.locator("#country").selectOption(new String[] {"de", "at"});
      page.getByLabel("File").setInputFiles(Paths.get("cat.png"));
      page.onceDialog(dialog -> {
        System.out.println(String.format("Dialog message: %s", dialog.message()));
        dialog.dismiss();
      });
      Page page1 = page.waitForPopup(() -> {
        page.getByText("Help").click();
      });
      assertThat(page1.getByText("Hello")).isVisible();
      assertThat(page1.locator("h1")).not().containsText("Error");
      assertThat(page1).hasURL("https://shop.example/help");
      int count = page.locator("li").count();
    }
  }
}`,
  );
  expect(made?.actions).toMatchObject([
    { type: 'visit', url: 'https://shop.example/' },
    { type: 'click', locator: "getByRole('button', { name: 'Save', exact: true })" },
    { type: 'rightClick', locator: 'getByText(/more \\d/i)' },
    { type: 'select', values: ['de', 'at'] },
    { type: 'upload', files: ['cat.png'] },
    { type: 'dialog', accept: false },
    { type: 'click', locator: "getByText('Help')" },
    { matcher: 'toBeVisible', locator: "getByText('Hello')" },
    { matcher: 'toContainText', expected: 'Error', not: true },
    { matcher: 'toHaveURL', expected: 'https://shop.example/help' },
  ]);
});

test('tests of NUnit and scripts of C# are read with their options, popups and dialogs', async () => {
  const made = await read(
    'csharp',
    `using Microsoft.Playwright.NUnit;
using Microsoft.Playwright;

[Parallelizable(ParallelScope.Self)]
[TestFixture]
public class Tests : PageTest
{
    [Test]
    public async Task MyTest()
    {
        await Page.GotoAsync("https://shop.example/");
        await Page.GetByRole(AriaRole.Button, new() { Name = "Save", Exact = true }).ClickAsync();
        await Page.GetByRole(AriaRole.Row, new() { NameRegex = new Regex("^Bob", RegexOptions.IgnoreCase) }).First.ClickAsync(new LocatorClickOptions { Button = MouseButton.Right });
        await Page.Locator("#country").SelectOptionAsync(new[] { "de", "at" });
        void Page_Dialog_EventHandler(object sender, IDialog dialog)
        {
            Console.WriteLine($"Dialog message: {dialog.Message}");
            dialog.DismissAsync();
            Page.Dialog -= Page_Dialog_EventHandler;
        }
        Page.Dialog += Page_Dialog_EventHandler;
        var page1 = await Page.RunAndWaitForPopupAsync(async () =>
        {
            await Page.GetByText("Help").ClickAsync();
        });
        await Expect(page1.GetByText("Hello")).ToBeVisibleAsync();
        await Expect(page1.Locator("h1")).Not.ToHaveTextAsync("Error");
        if (true) { await Page.ReloadAsync(); }
    }
}`,
  );
  expect(made.map(({ name }) => name)).toEqual(['MyTest']);
  expect(made[0]?.actions).toMatchObject([
    { type: 'visit' },
    { type: 'click', locator: "getByRole('button', { name: 'Save', exact: true })" },
    { type: 'rightClick', locator: "getByRole('row', { name: /^Bob/i }).first()" },
    { type: 'select', values: ['de', 'at'] },
    { type: 'dialog', accept: false },
    { type: 'click', locator: "getByText('Help')" },
    { matcher: 'toBeVisible', locator: "getByText('Hello')" },
    { matcher: 'toHaveText', expected: 'Error', not: true },
    { type: 'comment', disabled: true, comment: 'Conditions of this language are not followed.' },
  ]);
});

test('contexts of their own are actors in other languages, too', async () => {
  await using shop = await openShop({ withIde: false });
  const [made] = await imported(
    shop.author,
    'playwright-python',
    `def test_two(page, browser):
    seller_context = browser.new_context()
    seller_page = seller_context.new_page()
    page.goto("/")
    seller_page.goto("/orders")
    expect(seller_page.get_by_text("Paid")).to_be_visible()
    page.reload()`,
  );
  expect(made?.actors).toEqual([{ name: 'User 1' }, { name: 'Seller' }]);
  expect(made?.actions).toEqual([
    { type: 'visit', url: '/' },
    { type: 'visit', url: '/orders', actor: 'Seller' },
    { type: 'assert', matcher: 'toBeVisible', locator: "getByText('Paid')", actor: 'Seller' },
    { type: 'reload' },
  ]);
});

test('a text without an end is refused', async () => {
  await expect(read('python', 'page.goto("https://x')).rejects.toMatchObject({
    data: { reason: 'invalid-params', field: 'text' },
  });
});

test('hostile code is answered within bounds', { tags: 'full' }, async () => {
  await using shop = await openShop();
  const texts = [
    'page.goto("https://x',
    `page.goto(${'('.repeat(100_000)}`,
    `page.goto(${'-'.repeat(100_000)}1)`,
    `x = ${'a.'.repeat(90_000)}b`,
    `${'{'.repeat(50_000)} page.click();`,
    'a'.repeat(900_000),
    Array.from({ length: 300 }, (_, depth) => `${' '.repeat(depth)}if x:`).join('\n'),
  ];
  for (const text of texts)
    for (const language of ['python', 'java', 'csharp'])
      await expect(imported(shop.author, `playwright-${language}`, text)).rejects.toMatchObject({
        data: { reason: 'invalid-params', field: 'text' },
      });
});
