/**
 * How v0.1.0 encoded keys, encrypted secrets, links of the audit log and the spill file. Implemented separately, because the current
 * program must still read the old format.
 */
import { createCipheriv, createHash, hkdfSync } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { SeededRandom } from '../../size/seeded-random.ts';
import type { OldRow } from '../old-rows.ts';

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

function letters(random: SeededRandom, length: number): string {
  return Array.from({ length }, () => base62[random.below(62)] ?? '').join('');
}

export function objectId(random: SeededRandom, prefix: string): string {
  return `${prefix}_${letters(random, 16)}`;
}

/** `sk-`, 32 random characters, and their CRC-32 as 6 characters. */
export function keyValue(random: SeededRandom): string {
  const body = `sk-${letters(random, 32)}`;
  let rest = crc32(body);
  let check = '';
  for (; check.length < 6; rest = Math.floor(rest / 62)) check = (base62[rest % 62] ?? '') + check;
  return body + check;
}

export function sha256(...parts: readonly (string | Uint8Array)[]): Buffer {
  return parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();
}

function bytes(random: SeededRandom, length: number): Buffer {
  return Buffer.from(Array.from({ length }, () => random.below(256)));
}

/** Version 1, nonce, tag, AES-256-GCM of the text, bound to the row that stores it. */
export function sealed(random: SeededRandom, text: string, seal: { readonly secret: string; readonly owner: string }): Buffer {
  const key = Buffer.from(hkdfSync('sha256', seal.secret, 'tollgate', 'sealed secrets at rest', 32));
  const nonce = bytes(random, 12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(`1:${seal.owner}`));
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([Buffer.of(1), nonce, cipher.getAuthTag(), body]);
}

/** A UUIDv7 of that moment. */
export function callId(random: SeededRandom, atMs: number): Buffer {
  const id = Buffer.concat([Buffer.from(atMs.toString(16).padStart(12, '0'), 'hex'), bytes(random, 10)]);
  id[6] = 0x70 | ((id[6] ?? 0) & 0x0f);
  id[8] = 0x80 | ((id[8] ?? 0) & 0x3f);
  return id;
}

export function idText(id: Uint8Array): string {
  return Buffer.from(id)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** The hash of each entry includes the previous one. */
export function chained(entries: readonly OldRow[]): OldRow[] {
  let previous: Buffer = Buffer.alloc(32);
  return entries.map((entry, index) => {
    const seq = index + 1;
    const { at, actor, source_ip, action, object_kind, object_id, before, after } = entry;
    const text = JSON.stringify([String(seq), String(at), actor, source_ip, action, object_kind, object_id, before, after]);
    const hash = sha256(previous, text);
    const row = { seq, ...entry, previous_hash: previous, hash };
    previous = hash;
    return row;
  });
}

/** The spill file: `TGSPILL1`, epoch 1 and a CRC-32; then frames of length, epoch, CRC-32 and JSON. */
export function spillFile(frames: readonly object[]): Buffer {
  const word = (value: number): Buffer => {
    const four = Buffer.alloc(4);
    four.writeUInt32LE(value);
    return four;
  };
  const head = Buffer.concat([Buffer.from('TGSPILL1'), word(1)]);
  const written = frames.flatMap((frame) => {
    const text = Buffer.from(JSON.stringify(frame));
    return [word(text.length), word(1), word(crc32(text)), text];
  });
  return Buffer.concat([head, word(crc32(head)), ...written, Buffer.alloc(4096)]);
}
