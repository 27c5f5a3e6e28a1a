import type { Locale } from '@tollgate/contract/enumerations';
import type { TypedApp } from '../control-http/typed-app.ts';
import type { ControlContext } from '../control/control-context.ts';
import type { SourceIp } from '../domain/limits/source-ip.ts';
import type { Logger } from '../platform/logger.ts';

/** The dependencies of the public API; built once by the composition root. */
export interface PublicDeps {
  readonly control: ControlContext;
  /** The origin at which people open the console. */
  readonly consoleOrigin: () => string;
  /** Language of readers without a preference. */
  readonly locale: Locale;
  readonly sourceIp: SourceIp;
  readonly logger: Logger;
}

/** Adds the public routes of one subject, which need no key. */
export type PublicResource = (app: TypedApp, deps: PublicDeps) => void;
