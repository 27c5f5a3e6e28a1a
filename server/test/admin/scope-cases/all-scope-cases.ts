import { readdirSync } from 'node:fs';
import type { ScopeCases } from './scope-case.ts';

const own = 'all-scope-cases.ts';
const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('-cases.ts') && name !== own);
const modules = await Promise.all(files.map((name) => import(`./${name}`) as Promise<Readonly<Record<string, ScopeCases>>>));

/** The cases of every `<subject>-cases.ts` in this folder. */
export const allScopeCases: ScopeCases = Object.assign({}, ...modules.flatMap((found) => Object.values(found))) as ScopeCases;
