import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import s from './errors.module.css';

interface InstanceIdProps {
  id: string;
  /** False in a dialog that has a single button: the id is selected whole by one press instead. */
  isCopyable?: boolean;
}

/** The id support finds this tab's errors by. */
export function InstanceId({ id, isCopyable = true }: InstanceIdProps) {
  const [isCopied, setCopied] = useState(false);
  const copy = () =>
    navigator.clipboard.writeText(id).then(
      () => setCopied(true),
      // Refused by the browser: the id stands there to be selected by hand.
      () => setCopied(false),
    );
  return (
    <div className={s['instance']}>
      <span className={s['instanceLabel']}>Instance id</span>
      <code className={s['instanceId']}>{id}</code>
      {isCopyable && (
        <Button size="small" variant="quiet" icon={isCopied ? Check : Copy} onPress={() => void copy()}>
          {isCopied ? 'Copied' : 'Copy'}
        </Button>
      )}
    </div>
  );
}
