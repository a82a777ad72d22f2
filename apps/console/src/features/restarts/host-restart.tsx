import type { HostRestart } from '@patchkeep/contract/restarts';
import { useQuery } from '@tanstack/react-query';
import Check from 'lucide-react/icons/check';
import Circle from 'lucide-react/icons/circle';
import RotateCw from 'lucide-react/icons/rotate-cw';
import { useState } from 'react';
import { RestartBadge } from '../../domain/restart-badge.tsx';
import { RestartMock } from '../../domain/restart-mock.tsx';
import { useMay } from '../../lib/use-may.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { browserTimeZone, formatAbsolute } from '../../ui/format.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useNow } from '../../ui/use-now.ts';
import { RestartDialog } from './restart-dialog.tsx';
import { timelineOf } from './restart-timeline.ts';
import { restartOfHostQuery } from './restarts.queries.ts';
import { useRestartActs } from './use-restart-acts.ts';
import s from './restarts.module.css';

const useRestart = (hostUuid: string | undefined) =>
  useQuery({ ...restartOfHostQuery(hostUuid ?? ''), enabled: hostUuid !== undefined });

/** Beside the name of a host: where its restart stands. */
export function HostRestartBadge({ hostUuid }: { hostUuid: string | undefined }) {
  const { data } = useRestart(hostUuid);
  return data ? <RestartBadge state={data.restartState} isScheduled={data.isScheduled} isAlone /> : null;
}

/** The button stays where no restart can be asked for, and says why. */
export function RestartHostButton({ hostUuid, hostName }: { hostUuid: string; hostName: string }) {
  const { data } = useRestart(hostUuid);
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  if (!useMay('canMakeChanges') || !data) return null;
  const title = `Restart ${hostName}`;
  return (
    <>
      <Button data-act={`restart ${hostUuid}`} onPress={() => setOpen(true)}>
        Restart...
      </Button>
      {isOpen && data.refusal === null && (
        <RestartDialog title={title} targets={{ agentUuid: [hostUuid] }} onClose={close} />
      )}
      {isOpen && data.refusal !== null && (
        <Dialog title={title} isOpen onClose={close} actions={<Button onPress={close}>Close</Button>}>
          <Banner tone="info">This host cannot be asked to restart. {data.refusal}.</Banner>
        </Dialog>
      )}
    </>
  );
}

const time = (at: string | null) => (at === null ? 'unknown' : formatAbsolute(new Date(at), browserTimeZone()));

const noticeOf = (restart: HostRestart): { tone: 'info' | 'warning' | 'danger'; text: string } | undefined => {
  const by = restart.requestedBy === null ? '' : ` by ${restart.requestedBy}`;
  const requested = `Requested${by}.`;
  const forced = `Forced at ${time(restart.forceTime)}.`;
  if (restart.isScheduled)
    return { tone: 'info', text: `${requested} Due at ${time(restart.rebootDeadline)}. ${forced}` };
  if (restart.restartState === 'Requested')
    return { tone: 'warning', text: `${requested} People at the host are asked. ${forced}` };
  if (restart.restartState === 'Snooze')
    return { tone: 'warning', text: `${requested} Put off until ${time(restart.snoozedUntil)}. ${forced}` };
  if (restart.restartState === 'Failed')
    return {
      tone: 'danger',
      text: `${requested} The force time ${time(restart.forceTime)} is over, and the host was heard of without having restarted.`,
    };
  return undefined;
};

/** Below the head of a host, while a restart is under way. */
export function RestartNotice({ hostUuid }: { hostUuid: string | undefined }) {
  const { data } = useRestart(hostUuid);
  const mayChange = useMay('canMakeChanges');
  const acts = useRestartActs(() => undefined);
  const notice = data && noticeOf(data);
  if (!notice || hostUuid === undefined) return null;
  const isCancellable = mayChange && data.isCancellable;
  return (
    <div className={s['notice']}>
      <Banner
        tone={notice.tone}
        word="Restart"
        action={
          isCancellable
            ? { label: 'Cancel request', onPress: () => acts.takeBack({ agentUuid: [hostUuid] }) }
            : undefined
        }
      >
        {notice.text}
      </Banner>
    </div>
  );
}

/** The restart of a host from the request to the boot. */
export function RestartTab({ hostUuid }: { hostUuid: string }) {
  const { data } = useRestart(hostUuid);
  const now = useNow();
  if (!data) return <Spinner isBlock />;
  const steps = timelineOf(data, now);
  if (steps.length === 0)
    return (
      <EmptyState icon={RotateCw} title="No restart was requested">
        This host last started <RelativeTime at={data.lastKnownBootTime} isAbsoluteShown />.
      </EmptyState>
    );
  return (
    <div className={s['tab']}>
      <section aria-labelledby="restart-timeline">
        <h2 id="restart-timeline">Timeline</h2>
        <ol className={s['timeline']}>
          {steps.map(({ id, word, at, detail, isOver }) => (
            <li key={id} data-over={isOver ? '' : undefined}>
              {isOver ? <Check size={16} aria-hidden /> : <Circle size={16} aria-hidden />}
              <div>
                <strong>{word}</strong>
                {!isOver && <span className="visually-hidden"> (to come)</span>}{' '}
                {at !== null && <RelativeTime at={at} isAbsoluteShown />}
                {detail !== '' && <p className="muted">{detail}</p>}
              </div>
            </li>
          ))}
        </ol>
      </section>
      <RestartMock settings={data.settings} />
    </div>
  );
}
