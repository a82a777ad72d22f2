import { Link } from '@tanstack/react-router';
import { Banner } from '../../ui/banner.tsx';

/** When hosts take up a job that waits for their inspection, and what makes them begin at once. */
export function InspectionNote() {
  return (
    <Banner tone="info">
      Hosts take up the job only at their next scheduled inspection. To start it at once, run Inspect &amp; Update on{' '}
      <Link to="/tags">tags</Link>, <Link to="/groups">groups</Link> or <Link to="/hosts">hosts</Link>, or change the
      schedule in{' '}
      <Link to="/configuration" search={{ tab: 'agents' }}>
        Configuration
      </Link>
      . A host that misses its inspection begins at its next contact.
    </Banner>
  );
}
