import { account } from '@patchkeep/contract/account';
import { call, onReset, preferences, sessionStore } from '../client.ts';
import { followPreferences } from './follow-preferences.ts';

/** Keeps the preferences of the signed-in user on the server until the session ends. */
export const keepPreferences = (): void => {
  if (!sessionStore.get().isLoggedIn) return;
  const stop = followPreferences({
    preferences,
    kept: sessionStore.get().handshake?.preferences ?? null,
    save: (body) => call(account.savePreferences, { body }, { operation: { verb: 'save', thing: 'account info' } }),
  });
  onReset(stop);
};
