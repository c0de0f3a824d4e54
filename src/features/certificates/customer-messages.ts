export const certificateToasts = {
  issued: { title: 'Certificate issued', text: 'Save it or share its code.' },
  nameShown: { title: 'Name shown', text: 'Anyone who checks the code sees your name.' },
  nameHidden: { title: 'Name hidden', text: 'Anyone who checks the code sees that it is valid, but not your name.' },
} as const;
