import s from './badge.module.css';

export const Badge = ({ tone }: { tone: string }) => <b className={s[tone]}>Insecure</b>;
