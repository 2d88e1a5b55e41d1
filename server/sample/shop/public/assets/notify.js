// What the other scripts share: the message at the foot of the page, and posting without leaving it.

const toast = document.querySelector('.toast');

export function notify(text) {
  toast.textContent = text;
}

export function setCount(testId, count) {
  document.querySelector(`[data-testid="${testId}"]`).textContent = count;
}

export async function send(address, fields, method = 'POST') {
  const response = await fetch(address, {
    method,
    headers: { accept: 'application/json' },
    body: new URLSearchParams(fields),
  });
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  return response.json();
}
