import type { Locale } from '@tollgate/contract/enumerations';
import type { TypedApp } from '../control-http/typed-app.ts';
import type { ControlContext } from '../control/control-context.ts';
import type { SourceIp } from '../domain/limits/source-ip.ts';
import type { Logger } from '../platform/logger.ts';

/** What the public interface works with; built once by the composition root. */
export interface PublicDeps {
  readonly control: ControlContext;
  /** Where people open the console. */
  readonly consoleOrigin: () => string;
  /** Of readers who have not said theirs. */
  readonly locale: Locale;
  readonly sourceIp: SourceIp;
  readonly logger: Logger;
}

/** Adds what everybody may read about one subject, without a key. */
export type PublicResource = (app: TypedApp, deps: PublicDeps) => void;
