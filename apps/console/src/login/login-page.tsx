import { uiBase } from '@patchkeep/contract/endpoint';
import { product } from '@patchkeep/contract/product';
import { session as endpoints } from '@patchkeep/contract/session';
import { landingAddress } from '@patchkeep/rules/pages';
import { productTitle } from '@patchkeep/rules/session-flags';
import { useEffect, useState } from 'react';
import type { z } from 'zod';
import { Mark } from '../app/shell/mark.tsx';
import { LinkButton } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { CredentialsForm } from './credentials-form.tsx';
import { invitationOf } from './invitation-flow.ts';
import { InvitationForm } from './invitation-form.tsx';
import { call } from './login-client.ts';
import type { LoginMethod } from './login-flow.ts';
import { secondFactorTexts } from './second-factor-flow.ts';
import { SecondFactor } from './second-factor.tsx';
import s from './login.module.css';

type Options = z.output<typeof endpoints.loginOptions.response>;

/** Back to the page that the session ended on; its address came along in the fragment. Otherwise the landing page. */
const addressAfterLogin = (hash: string): string => `/${hash.startsWith('#/') ? hash : `#${landingAddress}`}`;

const forwardedKey = 'patchkeep.forwarded';
/**
 * Another tab has signed in meanwhile: this one goes on to its page. Not twice within ten seconds: should the console
 * send it back here at once, the form is what helps.
 */
const forward = (): void => {
  const before = Number(sessionStorage.getItem(forwardedKey) ?? 0);
  if (Date.now() - before < 10_000) return;
  sessionStorage.setItem(forwardedKey, String(Date.now()));
  location.replace(addressAfterLogin(location.hash));
};

const titleOf = (invitation: string | undefined, methods: readonly LoginMethod[] | null): string => {
  if (invitation !== undefined) return 'Set your password';
  return methods ? 'One more step' : 'Sign in';
};

/** The page before the session: who are you, and prove it. */
export function LoginPage() {
  const [options, setOptions] = useState<Options | null>(null);
  const [methods, setMethods] = useState<readonly LoginMethod[] | null>(null);
  const [notice, setNotice] = useState('');
  const [invitation, setInvitation] = useState(() => invitationOf(location.hash));
  useEffect(() => {
    const ask = async () => {
      try {
        const offered = await call(endpoints.loginOptions, {}, { retries: 0 });
        // An invitation is for somebody else than who is signed in here.
        if (offered.isSignedIn && invitationOf(location.hash) === undefined) forward();
        setOptions(offered);
      } catch {
        // Without the options the password still works, so their failure needs no words.
      }
    };
    void ask();
    // Whoever comes back to this tab may have signed in in another one.
    const onFocus = () => void ask();
    window.addEventListener('focus', onFocus);
    return () => window.removeEventListener('focus', onFocus);
  }, []);
  const isUat = options?.isUat ?? false;
  return (
    <div className={s['page']}>
      <main className={cx('card', s['card'])}>
        <p className={cx(s['product'], isUat && s['uat'])} title={isUat ? product.uatTooltip : undefined}>
          <Mark size={28} />
          {productTitle({ isPatchProOnly: false, isUat })}
        </p>
        <h1>{titleOf(invitation, methods)}</h1>
        {invitation !== undefined ? (
          <InvitationForm
            invitation={invitation}
            onSignedIn={() => location.replace(addressAfterLogin(''))}
            onBack={() => {
              history.replaceState(null, '', location.pathname);
              setInvitation(undefined);
            }}
          />
        ) : methods ? (
          <SecondFactor
            methods={methods}
            onSignedIn={() => location.replace(addressAfterLogin(location.hash))}
            onBack={(isOver) => {
              setNotice(isOver ? secondFactorTexts.startAgain : '');
              setMethods(null);
            }}
          />
        ) : (
          <CredentialsForm
            notice={notice}
            onSignedIn={() => location.replace(addressAfterLogin(location.hash))}
            onSecondFactor={setMethods}
          />
        )}
        {invitation === undefined && !methods && options && options.singleSignOn.length > 0 && (
          <section className={s['sso']} aria-label="Single sign-on">
            <p className={s['or']}>or</p>
            {options.singleSignOn.map(({ id, label }) => (
              <LinkButton key={id} href={`${uiBase}/login/sso/${id}`}>
                Sign in with {label}
              </LinkButton>
            ))}
          </section>
        )}
      </main>
      <footer className={s['footer']}>
        © {product.copyrightYears} {product.defaultProvider}
      </footer>
    </div>
  );
}
