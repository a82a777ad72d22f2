import type { CustomConfig } from '@patchkeep/contract/custom-software';
import { uploadWords } from '../../../acts/uploads/upload-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { formatBytes, formatCount } from '../../../ui/format.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { SidePanel } from '../../../ui/side-panel.tsx';
import { argumentFacts } from '../argument-facts.tsx';
import { flagsText, recognitionText, signersOf, stateDetail } from '../custom-text.ts';
import { FileList, type ShownFile } from '../file-list.tsx';
import { actsOn, type CustomActs } from './custom-acts.ts';
import { CustomStateAndKind } from './custom-state-badge.tsx';
import s from '../custom-software.module.css';

const filesOf = ({ files, taskSpec }: CustomConfig): ShownFile[] =>
  files.map(({ siteResourceTag, filename, size, sha256, state, isDeployable }) => ({
    name: filename,
    detail: [
      formatBytes(size),
      ...(siteResourceTag === taskSpec.mainFile ? ['the one that is run'] : []),
      ...(isDeployable ? [] : [uploadWords({ state, cause: null, found: null }).text]),
    ].join(', '),
    sha256,
  }));

/** One custom software beside the list: how it stands, what it does, and what can be done next. */
export function CustomPanel({
  config,
  acts,
  onClose,
}: {
  config: CustomConfig;
  acts: CustomActs;
  onClose: () => void;
}) {
  const { taskSpec, signatures, neededCount } = config;
  const offered = actsOn(config, acts).filter(({ id }) => id !== 'details');
  const signers = signersOf(signatures);
  return (
    <SidePanel
      title={config.title}
      lead={<CustomStateAndKind config={config} />}
      isOpen
      onClose={onClose}
      actions={offered.map(({ id, label, onAct }, place) => (
        <Button key={id} variant={place === 0 ? 'primary' : 'plain'} onPress={onAct}>
          {label}
        </Button>
      ))}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so keys must reach it */}
      <section className="stack" aria-label="Details" tabIndex={0}>
        <p>{stateDetail(config)}</p>
        <Facts
          facts={[
            { term: 'Signed by', detail: signers.length === 0 ? 'Nobody yet' : signers.join(', ') },
            { term: 'Must sign', detail: formatCount(neededCount, 'person', 'people') },
            { term: 'Release', detail: String(config.release) },
            ...argumentFacts(taskSpec),
            { term: 'Known by', detail: recognitionText(taskSpec.recognition) },
            { term: 'Behaviour', detail: flagsText(taskSpec) },
            { term: 'Changed', detail: <RelativeTime at={config.changedAt} isAbsoluteShown /> },
          ]}
        />
        <FileList files={filesOf(config)} />
        {config.statementHash !== null && (
          <p className="muted">
            Hash of the statement: <code className={s['hash']}>{config.statementHash}</code>
          </p>
        )}
      </section>
    </SidePanel>
  );
}
