/** Browsers know the clipboard on https and this machine alone; elsewhere the old way still works. Answers whether it did. */
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
  // A window over the page lets nothing outside it be selected.
  (document.querySelector('dialog[open]') ?? document.body).append(place);
  place.select();
  // oxlint-disable-next-line typescript/no-deprecated -- the only way on plain http
  const isDone = document.execCommand('copy');
  place.remove();
  return isDone;
}
