import { useEffect, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { call } from './login-client.ts';
import { askWays, beginSso, isAddress, type SsoOffer } from './sso-flow.ts';
import s from './login.module.css';

/** Long enough that a question is asked per address, not per letter. */
const pauseMs = 350;

/** What the organisation of the typed address offers. */
export const useSsoOffer = (username: string): SsoOffer => {
  const [known, setKnown] = useState<{ of: string; offer: SsoOffer }>({ of: '', offer: null });
  const of = username.trim();
  useEffect(() => {
    if (!isAddress(of)) return undefined;
    let isCurrent = true;
    const timer = setTimeout(async () => {
      const offer = await askWays(call, of);
      if (isCurrent) setKnown({ of, offer });
    }, pauseMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [of]);
  return known.of === of ? known.offer : null;
};

const hashKey = 'patchkeep.afterSso';
/** The page that the session ended on is not in the address when the browser comes back. */
export const takeKeptHash = (): string => {
  const hash = sessionStorage.getItem(hashKey) ?? '';
  sessionStorage.removeItem(hashKey);
  return hash;
};

interface SsoButtonProps {
  offer: NonNullable<SsoOffer>;
  username: string;
  onRefused: (message: string) => void;
}

export function SsoButton({ offer, username, onRefused }: SsoButtonProps) {
  const [isBusy, setBusy] = useState(false);
  const go = async () => {
    setBusy(true);
    const begun = await beginSso(call, username);
    if ('refusal' in begun) {
      setBusy(false);
      onRefused(begun.refusal);
      return;
    }
    sessionStorage.setItem(hashKey, location.hash);
    location.assign(begun.address);
  };
  return (
    <section className={s['sso']} aria-label="Single sign-on">
      {!offer.isRequired && <p className={s['or']}>or</p>}
      <Button variant={offer.isRequired ? 'primary' : 'plain'} isPending={isBusy} onPress={() => void go()}>
        Sign in with your organisation
      </Button>
      <p className={s['provider']}>{offer.label}</p>
    </section>
  );
}
