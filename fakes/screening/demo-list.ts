/** Date of the invented demo list. The list has addresses without known keys, per network and screening outcome. */
export const demoListDay = '2026-11-20';

const columns = 'ref,name,kind,category,aliases,births,countries,programmes,addresses';

const addresses = {
  sanctioned: [
    'XBT:bc1q9aafw5vwnhfm9ndgrtc9gtpl54uc9q0teweeyj',
    'XBT:15L3co4aCh1cWqsuEGenVsECTxSxZ6A1nq',
    'ETH:0x4507317ae38adc06e22070f75afdb3130cbbc454',
    'USDT:TMX28CsXezkw839FqBKZ89QUNp4XpVR3w9',
    'SOL:J26MDCCB4sxii3ctBUgSLrgMj1nViAqgDkpEzxoVZBw4',
    'XRP:rE3SGrm1L3NJAH7j5ub5RQq5spz6fwc5po',
  ],
  highRisk: [
    'XBT:bc1qdj9x905wev7hwxarglfjjs0lx5l8esgj9l0ln9',
    'ETH:0x34df133d4100a2ac07e9762ab9c81ccd39bab6bb',
    'USDT:TARYdv62KV5ArhgfdownuoziKLpryU8x6f',
    'SOL:9uqCbVJ9qFm3mQw1nsi64j9oANNJCn6WMGzAGoSChKRt',
    'XRP:rs4yAV3QGsPSNxLacKEmdp85jCeemudd4s',
  ],
  watch: [
    'XBT:bc1q09u7ul6368fzcak5clt7373dj7fzdsqa4k7gue',
    'ETH:0x100f25cc23b1a764d209f3a96b12dfa1d1682bd3',
    'USDT:TLKPaBdYBZ5DA712gyog9huSMzGNeGgTEG',
    'SOL:GtZYXwJguu2vRB2PSipsZgCFYaXRnhD1qrT44C2nwa4k',
    'XRP:rNfHGxxZJQccbaRiYt3jQfCPVQxRhiCvdP',
  ],
} as const;

/** Listed addresses by category. In each category, the last address is on the XRP Ledger. */
export const demoAddresses: Readonly<Record<keyof typeof addresses, readonly string[]>> = {
  sanctioned: addresses.sanctioned.map((line) => line.slice(line.indexOf(':') + 1)),
  highRisk: addresses.highRisk.map((line) => line.slice(line.indexOf(':') + 1)),
  watch: addresses.watch.map((line) => line.slice(line.indexOf(':') + 1)),
};

/** Identity on the demo list. A customer with these details matches. */
export const demoListedPerson = {
  firstName: 'Zoltran',
  lastName: 'Quistmeyer',
  dateOfBirth: '1971-03-14',
  country: 'JM',
} as const;

const lines = [
  `DEMO-1,Demo Mixer Nonesuch,organisation,sanctioned,,,,DEMO,${addresses.sanctioned.join(';')}`,
  `DEMO-2,Demo Lending Trap,organisation,high_risk,,,,DEMO,${addresses.highRisk.join(';')}`,
  `DEMO-3,Demo Wallet under Watch,other,watch,,,,DEMO,${addresses.watch.join(';')}`,
  'DEMO-4,QUISTMEYER Zoltran,person,sanctioned,The Invented One;Soltran Kvistmeier,1971-03-14,JM,DEMO,',
];

export const demoList = [columns, ...lines].join('\n');
