import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { freePort, nextMessage, pause, startChild, type Child } from './children.ts';
import type { Credential } from './load-plan.ts';
import type { Blocks, ProbeRequest } from './probe.ts';

/** Something that forwards chat calls to the scripted upstream. */
export interface Target {
  readonly name: string;
  /** Base address ending in `/v1`. */
  readonly base: string;
  /** An address that answers GET 200 with next to no work. */
  readonly health: string;
  /** Absent when the target runs where its process cannot be seen. */
  readonly pid?: number;
  readonly credentials: readonly Credential[];
  /** Sends a request to the probe inside the process; absent for a process the bench did not start. */
  readonly probe?: (request: ProbeRequest) => Promise<Blocks | null>;
  /** From spawn until the first 200 of the readiness address. */
  readonly startMs?: number;
  end(): Promise<void>;
}

const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url));
const readyWithinMs = 60_000;

export interface Program {
  readonly name: string;
  readonly file: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly port: number;
  readonly readyPath: string;
}

/** Where `npm start` keeps its compiled code. */
const compileCache = here('../node_modules/.cache/tollgate');

/** Starts a Node program with the probe in it and waits until it is ready. */
export async function startProgram(program: Program): Promise<Omit<Target, 'credentials'>> {
  const startedMs = performance.now();
  const child = startChild(program.file, {
    args: program.args ?? [],
    // The probe is TypeScript too: without the cache it would load the type stripper into the process it watches.
    env: { NODE_COMPILE_CACHE: compileCache, ...program.env },
    nodeOptions: ['--import', here('probe.ts')],
  });
  const origin = `http://127.0.0.1:${String(program.port)}`;
  await answersOk(origin + program.readyPath, child);
  return {
    name: program.name,
    base: `${origin}/v1`,
    health: `${origin}/healthz`,
    pid: child.pid,
    startMs: performance.now() - startedMs,
    probe: (request) => askProbe(child, request),
    end: () => child.end(),
  };
}

async function answersOk(url: string, child: Child): Promise<void> {
  const startedMs = performance.now();
  for (;;) {
    if (hasEnded(child.process)) throw new Error(`${url} never became ready: ${child.output()}`);
    const response = await fetch(url).catch(() => undefined);
    await response?.arrayBuffer();
    if (response?.status === 200) return;
    if (performance.now() - startedMs > readyWithinMs) throw new Error(`${url} was not ready in time: ${child.output()}`);
    await pause(5);
  }
}

function hasEnded(process: ChildProcess): boolean {
  return process.exitCode !== null || process.signalCode !== null;
}

async function askProbe(child: Child, request: ProbeRequest): Promise<Blocks | null> {
  const reply = nextMessage(child);
  child.process.send(request);
  return (await reply) as Blocks | null;
}

/** The yardstick, in front of the scripted upstream. */
export async function startReference(upstreamPort: number, name = 'reference'): Promise<Target> {
  const port = await freePort();
  const args = [String(port), `http://127.0.0.1:${String(upstreamPort)}/v1`];
  const program = { name, file: here('reference-proxy.ts'), args, port, readyPath: '/healthz' };
  return { ...(await startProgram(program)), credentials: [{ key: 'none', model: 'bench' }] };
}
