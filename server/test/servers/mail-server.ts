import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  /** Envelope addresses, which determine the delivery. */
  readonly from: string;
  readonly recipients: readonly string[];
  readonly raw: string;
  readonly mail: Email;
}

export interface MailServerScript {
  /** Response to `RCPT TO`; `null` accepts the recipient. */
  readonly onRecipient?: (address: string) => { readonly code: number; readonly text: string } | null;
  /** `lose`: the connection breaks after the mail is received, before this is acknowledged. */
  readonly onMail?: (mail: ReceivedMail) => 'take' | 'lose' | Promise<'take' | 'lose'>;
  /** Whether credentials are right; without it, no sign-in is needed. */
  readonly onSignIn?: (user: string, password: string) => boolean;
}

export interface MailServer {
  readonly port: number;
  /** All received mails, including those lost afterwards. */
  readonly received: readonly ReceivedMail[];
  readonly signIns: () => number;
  close(): Promise<void>;
}

function refusal({ code, text }: { readonly code: number; readonly text: string }): Error {
  return Object.assign(new Error(text), { responseCode: code });
}

/** The library reports its connections, but not in its types. */
function loseConnection(server: SMTPServer, id: string): void {
  const { connections } = server as unknown as {
    readonly connections: Set<{ readonly session: { readonly id: string }; readonly _socket: { destroy: () => void } }>;
  };
  for (const { session, _socket } of connections) if (session.id === id) _socket.destroy();
}

/** A real mail server on 127.0.0.1 that follows a test's instructions. */
export async function startMailServer(script: MailServerScript = {}): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  let signIns = 0;
  const { onSignIn } = script;
  const server = new SMTPServer({
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    authOptional: onSignIn === undefined,
    disabledCommands: onSignIn === undefined ? ['AUTH'] : [],
    logger: false,
    onAuth({ username, password }, _session, done) {
      signIns += 1;
      if (onSignIn?.(username ?? '', password ?? '') === true) done(null, { user: username });
      else done(refusal({ code: 535, text: '5.7.8 authentication credentials invalid' }));
    },
    onRcptTo({ address }, _session, done) {
      const answer = script.onRecipient?.(address) ?? null;
      done(answer === null ? null : refusal(answer));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString('utf8');
        const { mailFrom, rcptTo } = session.envelope;
        void PostalMime.parse(raw).then(async (mail) => {
          const one = {
            from: mailFrom === false ? '' : mailFrom.address,
            recipients: rcptTo.map(({ address }) => address),
            raw,
            mail,
          };
          received.push(one);
          if ((await script.onMail?.(one)) === 'lose') loseConnection(server, session.id);
          else done(null);
        });
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.server.address() as AddressInfo).port,
    received,
    signIns: () => signIns,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
      }),
  };
}
