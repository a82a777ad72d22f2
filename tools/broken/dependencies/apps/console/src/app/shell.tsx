export const Shell = () => <main />;
