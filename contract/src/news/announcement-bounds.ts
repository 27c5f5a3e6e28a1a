/** Maximum lengths of announcements, in UTF-16 units. */
export const announcementTitleMax = 120;
export const announcementTextMax = 8000;
