import MonitorUp from 'lucide-react/icons/monitor-up';
import { useState } from 'react';
import { useMay } from '../../lib/use-may.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { formatCount } from '../../ui/format.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { AgentDownloads } from './agent-downloads.tsx';
import { TokenForm } from './token-form.tsx';
import { TokenCommands, TokenSecret } from './token-secret.tsx';
import s from './configuration.module.css';

export interface AddHostsPanelProps {
  /** Hosts of the site, whatever their state. */
  hostCount: number;
  /** The line to paste is there: keep this panel while hosts come in. */
  onBegin: () => void;
  onDone: () => void;
}

/** From nothing to the first host: the agent, a token, the line to paste, and the wait until the host is there. */
export function AddHostsPanel({ hostCount, onBegin, onDone }: AddHostsPanelProps) {
  const [made, setMade] = useState<{ secret: string; countBefore: number } | null>(null);
  const mayChange = useMay('canMakeChanges');
  const arrived = made ? Math.max(0, hostCount - made.countBefore) : 0;
  if (!mayChange)
    return (
      <section className={cx('card', s['teach'])} aria-label="Add hosts">
        <h2>No hosts yet</h2>
        <p>A host appears here once the agent runs on it. Ask somebody with write access to this site to add one.</p>
      </section>
    );
  return (
    <section className={cx('card', s['teach'])} aria-labelledby="add-hosts">
      <div className={s['teachHead']}>
        <MonitorUp size={24} strokeWidth={1.75} aria-hidden />
        <h2 id="add-hosts">{hostCount === 0 ? 'No hosts yet: bring in the first one' : 'Add hosts'}</h2>
        {hostCount > 0 && (
          <div className={s['push']}>
            <Button onPress={onDone}>Done</Button>
          </div>
        )}
      </div>
      <ol className={s['steps']}>
        <li>
          <h3>Download the agent</h3>
          <p className="muted">Copy the file to the host, or to a share from which hosts install it.</p>
          <AgentDownloads />
        </li>
        <li>
          <h3>Make an install token</h3>
          {made ? (
            <TokenSecret secret={made.secret} />
          ) : (
            <>
              <p className="muted">
                An agent shows it to join this site. It lets in as many hosts, for as many days, as you say.
              </p>
              <TokenForm
                defaultName="First hosts"
                onMade={(secret) => {
                  setMade({ secret, countBefore: hostCount });
                  onBegin();
                }}
              />
            </>
          )}
        </li>
        <li>
          <h3>Paste the line on a host</h3>
          {made ? (
            <TokenCommands secret={made.secret} />
          ) : (
            <p className="muted">Made for PowerShell, cmd, sh and group policy, with the token in it.</p>
          )}
        </li>
        <li>
          <h3>See it appear</h3>
          {made && arrived === 0 && (
            <Spinner label={hostCount === 0 ? 'Waiting for the first host...' : 'Waiting for the next host...'} />
          )}
          {made && arrived > 0 && <output>{formatCount(arrived, 'host has', 'hosts have')} come in.</output>}
          {!made && <p className="muted">The row comes by itself, usually within a minute.</p>}
        </li>
      </ol>
    </section>
  );
}
