package web

import (
	"net/http"
	"slices"

	"golang.org/x/text/language"

	"rookery/tui/lang"
)

// languageCookie keeps the language that a visitor has chosen.
const languageCookie = "lang"

// matcher finds the best language for what a browser asks for.
var matcher = language.NewMatcher(func() (tags []language.Tag) {
	for _, tag := range lang.Tags() {
		tags = append(tags, language.Make(tag))
	}
	return tags
}())

// languageTag is the code of a visitor's language: what was chosen, else what the browser asks for.
func languageTag(r *http.Request) string {
	tags := lang.Tags()
	if chosen := r.URL.Query().Get("lang"); slices.Contains(tags, chosen) {
		return chosen
	}
	if c, err := r.Cookie(languageCookie); err == nil && slices.Contains(tags, c.Value) {
		return c.Value
	}
	asked := r.Header.Get("Accept-Language")
	if asked == "" || len(asked) > 200 {
		return tags[0]
	}
	wanted, _, err := language.ParseAcceptLanguage(asked)
	if err != nil {
		return tags[0]
	}
	_, i, sure := matcher.Match(wanted...)
	if sure == language.No {
		return tags[0]
	}
	return tags[i]
}

// languageOf is the language of a visitor.
func languageOf(r *http.Request) *lang.Language {
	l, err := lang.Find(languageTag(r))
	if err != nil {
		return nil
	}
	return l
}

// keepLanguage keeps the language that a link has chosen.
func keepLanguage(w http.ResponseWriter, r *http.Request) {
	if chosen := r.URL.Query().Get("lang"); slices.Contains(lang.Tags(), chosen) {
		http.SetCookie(w, &http.Cookie{Name: languageCookie, Value: chosen, Path: "/", MaxAge: 365 * 24 * 3600,
			HttpOnly: true, Secure: secure(r), SameSite: http.SameSiteStrictMode})
	}
}

// environOf is the environment of a session in a browser.
func environOf(r *http.Request) []string {
	return []string{"COLORTERM=truecolor", "LANG=" + languageTag(r) + ".UTF-8"}
}
