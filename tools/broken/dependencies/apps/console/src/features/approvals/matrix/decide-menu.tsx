export const Menu = () => <menu />;
