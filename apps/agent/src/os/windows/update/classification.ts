/** As Microsoft numbers them. The names that Windows gives are in its own language, and decisions are not. */
const names: Readonly<Record<string, string>> = {
  '5c9376ab-8ce6-464a-b136-22113dd69801': 'Applications',
  '434de588-ed14-48f5-8eed-a15e09a991f6': 'Connectors',
  'e6cf1350-c01b-414d-a61f-263d14d133b4': 'Critical Updates',
  'e0789628-ce08-4437-be74-2495b842f43b': 'Definition Updates',
  'e140075d-8433-45c3-ad87-e72345b36078': 'Developer Kits',
  'b54e7d24-7add-428f-8b75-90a396fa584f': 'Feature Packs',
  '9511d615-35b2-47bb-927f-f73d8e9260bb': 'Guidance',
  '0fa1201d-4330-4fa8-8ae9-b877473b6441': 'Security Updates',
  '68c5b0a3-d1a6-4553-ae49-01d3a7827828': 'Service Packs',
  'b4832bd8-e735-4761-8daf-37f882276dab': 'Tools',
  '28bc880e-0592-4cbf-8f95-c79b17911d5f': 'Update Rollups',
  'cd5ffd1e-e932-4e3a-bf74-18bf0b1bbd83': 'Updates',
};

export const classificationOf = (id: string, localName: string): string => names[id.toLowerCase()] ?? localName;
