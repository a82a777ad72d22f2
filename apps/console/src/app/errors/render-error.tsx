import { errorTexts } from '@patchkeep/contract/errors';
import RotateCw from 'lucide-react/icons/rotate-cw';
import { isChunkFailure } from '../../lib/chunks.ts';
import { instanceId } from '../../lib/client.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { InstanceId } from './instance-id.tsx';
import s from './errors.module.css';

/** In place of a page that could not be drawn; a part that could not be fetched is told apart. */
export function RenderError({ error }: { error: unknown }) {
  const isChunk = isChunkFailure(error);
  return (
    <div className={cx('card', s['card'])} role="alert">
      <h1>{isChunk ? errorTexts.chunkTitle : errorTexts.renderTitle}</h1>
      <p className={s['description']}>{isChunk ? errorTexts.chunkAdvice : errorTexts.renderAdvice}</p>
      <Button variant="primary" icon={RotateCw} onPress={() => location.reload()}>
        Reload
      </Button>
      <InstanceId id={instanceId} />
    </div>
  );
}
