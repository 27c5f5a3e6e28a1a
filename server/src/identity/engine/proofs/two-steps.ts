import { twoFactor } from 'better-auth/plugins/two-factor';
import { requestState } from '../request-state.ts';
import { isCodeDue, wayOf } from './sign-in-proofs.ts';

/**
 * Two-step sign-in of the library, which asks for a code after passwords only: here the table of proofs decides, for every method.
 * @param siteName the name of the service in authenticator apps.
 */
export function twoSteps(siteName: string) {
  const plugin = twoFactor({ issuer: siteName, allowPasswordless: true, backupCodeOptions: { storeBackupCodes: 'encrypted' } });
  const after = plugin.hooks.after.map(({ handler }) => ({
    handler,
    // The handler leaves people alone who have not turned it on.
    matcher({ path }: { readonly path?: string | undefined }): boolean {
      const way = wayOf(path, requestState.getStore()?.isPersonVerified === true);
      return way !== null && isCodeDue(way, true);
    },
  }));
  return { ...plugin, hooks: { after } };
}
