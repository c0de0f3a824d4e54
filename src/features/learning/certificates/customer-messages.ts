export const certificateToasts = {
  issued: { title: 'Certificate issued', text: 'You can save it or share its code.' },
  nameShown: { title: 'Name shown', text: 'Anyone who checks the code sees your name.' },
  nameHidden: { title: 'Name hidden', text: 'Anyone who checks the code sees a valid certificate without your name.' },
} as const;
