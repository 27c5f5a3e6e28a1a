/** Browsers offer the clipboard API only over HTTPS and on localhost; elsewhere this uses the old command. Returns whether it worked. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

function copyBySelection(text: string): boolean {
  const place = document.createElement('textarea');
  place.value = text;
  place.className = 'sr';
  // With an open window, nothing outside it can be selected.
  (document.querySelector('dialog[open]') ?? document.body).append(place);
  place.select();
  // oxlint-disable-next-line typescript/no-deprecated -- the only way on plain http
  const isDone = document.execCommand('copy');
  place.remove();
  return isDone;
}
