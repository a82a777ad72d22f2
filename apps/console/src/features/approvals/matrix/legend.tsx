import s from '../approvals.module.css';

/** How the badges are read. */
export function Legend() {
  return (
    <ul className={s['legend']} aria-label="Legend">
      <li>
        <span className={s['solid']} aria-hidden /> set here
      </li>
      <li>
        <span className={s['dashed']} aria-hidden /> inherited
      </li>
      <li>
        <s>struck</s>: settings needed
      </li>
    </ul>
  );
}
