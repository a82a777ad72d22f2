import { guests } from '@patchkeep/contract/guests';
import { startAnew } from '../../features/guests/go-to.ts';
import { call } from '../../lib/client.ts';
import { useAct } from '../../lib/use-act.ts';
import { useSession } from '../../lib/use-stores.ts';
import { Banner } from '../../ui/banner.tsx';

/** Says all the time that one works for another customer, and leads home. */
export function GuestBanner() {
  const handshake = useSession((session) => session.handshake);
  const leaving = useAct(() => call(guests.leave, {}, { operation: { verb: 'stop', thing: 'session' } }), {
    touches: [],
  });
  if (!handshake || handshake.guestOf === null) return null;
  return (
    <Banner
      tone="info"
      word="Guest"
      action={{
        label: `Back to ${handshake.guestOf}`,
        onPress: () => leaving.mutate(undefined, { onSuccess: () => startAnew() }),
      }}
    >
      You work for {handshake.customerName} as a guest of {handshake.guestOf}.
    </Banner>
  );
}
