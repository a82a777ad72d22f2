import s from './card.module.css';

export const Card = () => <h2 className={s['heading']}>Hosts</h2>;
