import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import s from './errors.module.css';

/** The id support finds this tab's errors by. */
export function InstanceId({ id }: { id: string }) {
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
      <Button size="small" variant="quiet" icon={isCopied ? Check : Copy} onPress={() => void copy()}>
        {isCopied ? 'Copied' : 'Copy'}
      </Button>
    </div>
  );
}
