import Cloud from 'lucide-react/icons/cloud';
import { EmptyState } from '../../ui/empty-state.tsx';
import s from './configuration.module.css';

export function AzureSection() {
  return (
    <section className={s['section']} aria-labelledby="azure">
      <div className={s['sectionHead']}>
        <h2 id="azure">Azure integration</h2>
      </div>
      <div className={s['card']}>
        <EmptyState icon={Cloud} title="No directory is connected">
          Groups of your directory will become tags here. Connecting a directory is not built yet.
        </EmptyState>
      </div>
    </section>
  );
}
