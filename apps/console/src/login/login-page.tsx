import { product } from '@patchkeep/contract/product';
import type { EnrolStep } from '@patchkeep/contract/second-factor-policy';
import { session as endpoints } from '@patchkeep/contract/session';
import { landingAddress } from '@patchkeep/rules/pages';
import { productTitle } from '@patchkeep/rules/session-flags';
import { useEffect, useState } from 'react';
import type { z } from 'zod';
import { isProving } from '../acts/proof/proving-window.ts';
import { Mark } from '../app/shell/mark.tsx';
import { deferred } from '../lib/deferred.tsx';
import type { Farewell } from '../lib/sign-out/sign-out.ts';
import { Banner } from '../ui/banner.tsx';
import { cx } from '../ui/cx.ts';
import { Spinner } from '../ui/spinner.tsx';
import { CredentialsForm } from './credentials-form.tsx';
import { invitationOf } from './invitation-flow.ts';
import { InvitationForm } from './invitation-form.tsx';
import { call } from './login-client.ts';
import type { LoginMethod } from './login-flow.ts';
import { PasskeyAlone } from './passkey-alone.tsx';
import { secondFactorTexts } from './second-factor-flow.ts';
import { SecondFactor } from './second-factor.tsx';
import { postedIn, ssoAnswerIn } from './sso-flow.ts';
import { takeKeptHash } from './sso-offer.tsx';
import { SsoReturn } from './sso-return.tsx';
import s from './login.module.css';

/** In a chunk of its own: whoever sets something up here does it once. */
const EnrolForm = deferred(async () => (await import('./enrol-form.tsx')).EnrolForm);

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

const titleOf = (
  invitation: string | undefined,
  methods: readonly LoginMethod[] | null,
  enrol: EnrolStep | null,
): string => {
  if (enrol) return enrol.needed === 'passkey' ? 'Set up a passkey' : 'Set up a second factor';
  if (invitation !== undefined) return 'Set your password';
  return methods ? 'One more step' : 'Sign in';
};

type Told = Exclude<Farewell, { goOn: string }>;
const farewellText = ({ label, isThere }: Told): string =>
  isThere
    ? `You are signed out, here and at ${label}.`
    : `You are signed out here. At ${label} you may still be signed in: on a computer that others use, sign out there too.`;

/** The page before the session: who are you, and prove it. */
export function LoginPage({ farewell }: { farewell: Told | null }) {
  const [options, setOptions] = useState<Options | null>(null);
  const [methods, setMethods] = useState<readonly LoginMethod[] | null>(null);
  const [enrol, setEnrol] = useState<EnrolStep | null>(null);
  const [notice, setNotice] = useState('');
  const [invitation, setInvitation] = useState(() => invitationOf(location.hash));
  const [ssoAnswer, setSsoAnswer] = useState(() => ssoAnswerIn(location, postedIn(document)));
  const isReturning = ssoAnswer !== undefined;
  useEffect(() => {
    const ask = async () => {
      try {
        const offered = await call(endpoints.loginOptions, {}, { retries: 0 });
        // An invitation is for somebody else than who is signed in here.
        // Nor is the page to be left while an answer of an identity provider is looked at.
        if (offered.isSignedIn && invitationOf(location.hash) === undefined && !isReturning) forward();
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
  }, [isReturning]);
  const isUat = options?.isUat ?? false;
  const goOn = () => location.replace(addressAfterLogin(invitation === undefined ? location.hash : ''));
  const backToPassword = (isOver: boolean) => {
    setNotice(isOver ? secondFactorTexts.startAgain : '');
    setMethods(null);
    setEnrol(null);
    if (invitation === undefined) return;
    history.replaceState(null, '', location.pathname);
    setInvitation(undefined);
  };
  return (
    <div className={s['page']}>
      <main className={cx('card', s['card'])}>
        <p className={cx(s['product'], isUat && s['uat'])} title={isUat ? product.uatTooltip : undefined}>
          <Mark size={28} />
          {productTitle({ isPatchProOnly: false, isUat })}
        </p>
        <h1>{titleOf(invitation, methods, enrol)}</h1>
        {ssoAnswer !== undefined ? (
          <SsoReturn
            answer={ssoAnswer}
            isProving={isProving(sessionStorage)}
            onEnd={(step) =>
              location.replace(step === 'linked' ? '/#/account-configuration' : addressAfterLogin(takeKeptHash()))
            }
            onBack={() => setSsoAnswer(undefined)}
          />
        ) : enrol ? (
          <EnrolForm
            step={enrol}
            onSignedIn={goOn}
            onEnrol={setEnrol}
            onBack={backToPassword}
            placeholder={<Spinner isBlock />}
          />
        ) : invitation !== undefined ? (
          <InvitationForm
            invitation={invitation}
            onSignedIn={goOn}
            onEnrol={setEnrol}
            onBack={() => backToPassword(false)}
          />
        ) : methods ? (
          <SecondFactor methods={methods} onSignedIn={goOn} onEnrol={setEnrol} onBack={backToPassword} />
        ) : (
          <>
            {farewell && <Banner tone={farewell.isThere ? 'success' : 'info'}>{farewellText(farewell)}</Banner>}
            <CredentialsForm notice={notice} onSignedIn={goOn} onSecondFactor={setMethods} onEnrol={setEnrol} />
            {options?.isPasskeyOffered && <PasskeyAlone onSignedIn={goOn} />}
          </>
        )}
      </main>
      <footer className={s['footer']}>
        © {product.copyrightYears} {product.defaultProvider}
      </footer>
    </div>
  );
}
