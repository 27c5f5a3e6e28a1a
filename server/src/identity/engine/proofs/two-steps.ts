import { twoFactor } from 'better-auth/plugins/two-factor';
import { requestState } from '../request-state.ts';
import { isCodeDue, wayOf } from './sign-in-proofs.ts';

/**
 * The library's two-step sign-in, which by itself asks for a code after passwords only. Here the table of proofs decides for every method.
 * @param siteName the name of the service in authenticator apps.
 */
export function twoSteps(siteName: string) {
  const plugin = twoFactor({ issuer: siteName, allowPasswordless: true, backupCodeOptions: { storeBackupCodes: 'encrypted' } });
  const after = plugin.hooks.after.map(({ handler }) => ({
    handler,
    // The handler ignores people who have not turned two-step sign-in on.
    matcher({ path }: { readonly path?: string | undefined }): boolean {
      const way = wayOf(path, requestState.getStore()?.isPersonVerified === true);
      return way !== null && isCodeDue(way, true);
    },
  }));
  return { ...plugin, hooks: { after } };
}
