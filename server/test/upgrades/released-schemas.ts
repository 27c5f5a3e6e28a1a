import { createHash } from 'node:crypto';
import { postgresMigrations } from '../../src/service/database/migrations.ts';
import { sqliteMigrations } from '../../src/service/database/migrations.ts';

export interface ReleasedChange {
  readonly id: number;
  readonly name: string;
  /** Only on PostgreSQL. */
  readonly worksFrom?: number;
  readonly sql: string;
}

const all = { sqlite: sqliteMigrations, postgres: postgresMigrations };

/** The schema changes in a released version, by id, with the SHA-256 of their content. */
const released = {
  'v0.1.0': {
    sqlite: { upToId: 2, sha256: 'a1acfafb4f2e82a79bf2b24b40b8a5209c96014aba955872efe9a12987c7ca17' },
    postgres: { upToId: 1, sha256: 'bfbe2d38bee6540c9bbb87725370f86c0bfb9c0fa847b3d11e723afdf5e4209e' },
  },
  'v0.2.0': {
    sqlite: { upToId: 58, sha256: '1ec931657ae10f19af62e13c4edad503a951123978d62c705b188b5cf3a9da6a' },
    postgres: { upToId: 58, sha256: '546393c89acabbe25aef9c3238a50c7b2d31a268741ab06716e96c21432b8ee9' },
  },
} as const;

export type Release = keyof typeof released;
export const releases = Object.keys(released) as Release[];

/** The original schema of a released version. */
export function schemaOf(release: Release, engine: keyof typeof all): readonly ReleasedChange[] {
  return all[engine].filter(({ id }) => id <= released[release][engine].upToId);
}

/** The expected and current content of a release's schema changes. */
export function fingerprints(release: Release, engine: keyof typeof all) {
  const parts = schemaOf(release, engine).map(({ id, name, sql }) => [id, name, sql]);
  return { then: released[release][engine].sha256, today: createHash('sha256').update(JSON.stringify(parts)).digest('hex') };
}

/** Whether a released version refuses a PostgreSQL database that this one has opened, by its use of `works_from`. */
export function refusesToday(release: Release): boolean {
  return all.postgres.some(({ worksFrom }) => worksFrom > released[release].postgres.upToId);
}
