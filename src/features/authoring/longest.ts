/** Letters of one lesson at most; eight minutes of reading take some ten thousand. */
export const longestLesson = 15_000;
/** Of all lessons of a course together: whoever opens it reads all of it once. */
export const longestCourse = 400_000;
