const opening = Buffer.from('"data:');
const quote = 0x22;
const backslash = 0x5c;

/** The same JSON document with its `data:` URLs reduced to that word: the sandbox only needs to know that there is an image. */
export function withoutDataUrls(json: Buffer): Buffer {
  const kept: Buffer[] = [];
  let from = 0;
  for (let at = json.indexOf(opening); at !== -1; at = json.indexOf(opening, from)) {
    const behind = at + opening.length;
    if (isEscaped(json, at)) {
      // The quote neither begins nor ends a string.
      kept.push(json.subarray(from, behind));
      from = behind;
      continue;
    }
    kept.push(json.subarray(from, behind));
    from = endOfString(json, behind);
  }
  kept.push(json.subarray(from));
  return Buffer.concat(kept);
}

/** The position of the quote that closes the string. */
function endOfString(json: Buffer, from: number): number {
  let end = json.indexOf(quote, from);
  while (end !== -1 && isEscaped(json, end)) end = json.indexOf(quote, end + 1);
  return end === -1 ? json.length : end;
}

function isEscaped(json: Buffer, at: number): boolean {
  let before = at - 1;
  while (json[before] === backslash) before -= 1;
  return (at - before) % 2 === 0;
}
