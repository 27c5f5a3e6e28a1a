import assert from 'node:assert/strict';
import { deflateSync, crc32 } from 'node:zlib';
import { test } from 'node:test';
import { isInvoiceFile, readLicence } from './licence-file.ts';

const canary = 'GPS 39.9042 N 116.4074 E';

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const head = Buffer.alloc(4);
  head.writeUInt32BE(data.length);
  const tail = Buffer.alloc(4);
  tail.writeUInt32BE(crc32(body));
  return Buffer.concat([head, body, tail]);
}

function png(...extra: readonly Buffer[]): Buffer {
  const size = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0]);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', size),
    ...extra,
    chunk('IDAT', deflateSync(Buffer.from([0, 1, 2, 3]))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function segment(code: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, code, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
}

function jpeg(...extra: readonly Buffer[]): Buffer {
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\0\0', 'latin1')),
    ...extra,
    segment(0xdb, Buffer.alloc(65)),
    segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    // JPEG data with 0xff followed by 0, and with restarts.
    Buffer.from([0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56]),
    Buffer.from([0xff, 0xd9]),
  ]);
}

test('a licence is known by its bytes, and what a picture says besides is dropped', () => {
  const text = Buffer.from(canary);
  const dirtyPng = png(
    chunk('tEXt', text),
    chunk('iTXt', text),
    chunk('zTXt', text),
    chunk('eXIf', text),
    chunk('tIME', Buffer.alloc(7)),
  );
  assert.deepEqual(readLicence(Buffer.concat([dirtyPng, text])), { mediaType: 'image/png', bytes: png() });
  const dirtyJpeg = jpeg(segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), text])), segment(0xfe, text), segment(0xed, text));
  assert.deepEqual(readLicence(Buffer.concat([dirtyJpeg, text])), { mediaType: 'image/jpeg', bytes: jpeg() });
  const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n');
  assert.deepEqual(readLicence(pdf), { mediaType: 'application/pdf', bytes: pdf });
});

test('an incomplete PDF, JPEG or PNG is refused, wherever it is cut', () => {
  for (const whole of [png(), jpeg()])
    for (let length = 0; length < whole.length; length += 1)
      assert.equal(readLicence(whole.subarray(0, length)), null, String(length));
  for (const other of [
    '',
    '<svg onload="alert(1)">',
    'GIF89a',
    'PK\u0003\u0004',
    '<html>%PDF-',
    '%PDF-1.7 without an end',
    '\xff\xd8\xff',
  ])
    assert.equal(readLicence(Buffer.from(other, 'latin1')), null, other);
});

test('a length that leads nowhere ends the search', () => {
  const endless = Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.from([0xff, 0xe1, 0, 0]), Buffer.alloc(100, 0xff)]);
  assert.equal(readLicence(endless), null);
  assert.equal(
    readLicence(Buffer.concat([png().subarray(0, 8), Buffer.from([0xff, 0xff, 0xff, 0xff]), Buffer.from('IHDR')])),
    null,
  );
});

test('a file of an invoice has the form that it is uploaded as', () => {
  const ofd = Buffer.from('PK\u0003\u0004....OFD.xml....', 'latin1');
  const xml = Buffer.from('\ufeff<?xml version="1.0"?><EInvoice/>');
  const pdf = Buffer.from('%PDF-1.7\n%%EOF');
  for (const [format, own] of [
    ['pdf', pdf],
    ['ofd', ofd],
    ['xml', xml],
  ] as const)
    for (const file of [pdf, ofd, xml]) assert.equal(isInvoiceFile(format, file), file === own, format);
});
