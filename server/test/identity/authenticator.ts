import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
const isTouched = 0x01;
const isPersonVerified = 0x04;
const withKey = 0x40;

/** The needed part of CBOR: texts and short byte strings. */
const text = (value: string): Buffer => Buffer.concat([Buffer.of(0x60 + value.length), Buffer.from(value)]);
const bytes = (value: Buffer): Buffer => Buffer.concat([Buffer.of(0x58, value.length), value]);

/** A passkey as a phone would store it: a key for one host. */
export class Authenticator {
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #id = randomBytes(16);
  readonly #origin: string;
  readonly #person: number;
  #uses = 0;

  /** @param asksForPerson whether it requires a finger, a face or a PIN instead of only a touch. */
  constructor(origin: string, asksForPerson = true) {
    this.#origin = origin;
    this.#person = isTouched | (asksForPerson ? isPersonVerified : 0);
  }

  /** Returns what `navigator.credentials.create` would. */
  create({ challenge }: { readonly challenge: string }): object {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const key = [Buffer.from('a5010203262001', 'hex'), Buffer.of(0x21), bytes(Buffer.from(x, 'base64url'))];
    const cose = Buffer.concat([...key, Buffer.of(0x22), bytes(Buffer.from(y, 'base64url'))]);
    const idLength = Buffer.of(0, this.#id.length);
    const data = Buffer.concat([this.#authData(this.#person | withKey), Buffer.alloc(16), idLength, this.#id, cose]);
    const parts = [Buffer.of(0xa3), text('fmt'), text('none'), text('attStmt'), Buffer.of(0xa0), text('authData'), bytes(data)];
    return this.#credential({
      clientDataJSON: this.#clientData('webauthn.create', challenge).toString('base64url'),
      attestationObject: Buffer.concat(parts).toString('base64url'),
      transports: ['internal'],
    });
  }

  /** Returns what `navigator.credentials.get` would. */
  get({ challenge }: { readonly challenge: string }): object {
    const authenticatorData = this.#authData(this.#person);
    const clientData = this.#clientData('webauthn.get', challenge);
    const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientData)]), this.#keys.privateKey);
    return this.#credential({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authenticatorData.toString('base64url'),
      signature: signature.toString('base64url'),
    });
  }

  #authData(flags: number): Buffer {
    this.#uses += 1;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.#uses);
    return Buffer.concat([sha256(new URL(this.#origin).hostname), Buffer.of(flags), counter]);
  }

  #clientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.#origin, crossOrigin: false }));
  }

  #credential(response: object): object {
    const id = this.#id.toString('base64url');
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
  }
}
