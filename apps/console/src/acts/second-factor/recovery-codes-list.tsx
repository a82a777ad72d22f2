import Printer from 'lucide-react/icons/printer';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import s from './second-factor.module.css';

/** The only time that the codes are seen. */
export function RecoveryCodesList({ codes }: { codes: readonly string[] }) {
  return (
    <div className={s['stack']}>
      <Banner tone="warning" word="Shown once">
        Keep these codes where you can reach them without your phone. Each stands in for the second factor once.
      </Banner>
      <ol className={s['codes']} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className={s['buttons']}>
        <CopyButton text={codes.join('\n')} label="Copy codes" />
        <Button icon={Printer} onPress={() => window.print()}>
          Print
        </Button>
      </div>
    </div>
  );
}
