//! Verbs of other languages that act, as names write them: infinitives and the shortest commands, without
//! accents, in German with `ae`, `oe` and `ue`.
//!
//! A short list of data. Words that are English words as well, or nouns of what is read, are not in it, and
//! words of reading are not either: a name in another language is never taken for a known read.

use crate::{
    contract::VerbClass::{self, Destroy, Edit, Exec, Money, Send},
    gate::classify::verbs::{Verb, acting},
    tokens::{Word, word_map},
};

/// The verb of another language that a word is.
pub(super) fn verb(word: Word) -> Option<Verb> {
    VERBS.get(word).map(acting)
}

/// Whether the word is a verb of another language that destroys.
pub(in crate::gate::classify) fn destroys(word: Word) -> bool {
    VERBS.get(word) == Some(Destroy)
}

word_map! {
    VERBS: VerbClass = [
        // German.
        ("loeschen", Destroy), ("loesche", Destroy), ("entfernen", Destroy), ("entferne", Destroy),
        ("vernichten", Destroy), ("verwerfen", Destroy), ("widerrufen", Destroy),
        ("stornieren", Destroy), ("kuendigen", Destroy), ("leeren", Destroy),
        ("deaktivieren", Destroy), ("zuruecksetzen", Destroy),
        ("erstellen", Edit), ("anlegen", Edit), ("aendern", Edit), ("aktualisieren", Edit),
        ("bearbeiten", Edit), ("speichern", Edit), ("hinzufuegen", Edit), ("umbenennen", Edit),
        ("verschieben", Edit), ("oeffnen", Edit), ("schliessen", Edit), ("sperren", Edit),
        ("entsperren", Edit), ("verriegeln", Edit), ("entriegeln", Edit), ("einschalten", Edit),
        ("ausschalten", Edit), ("aktivieren", Edit), ("hochladen", Edit), ("eintragen", Edit),
        ("buchen", Edit), ("schreiben", Edit), ("setzen", Edit),
        ("senden", Send), ("sende", Send), ("schicken", Send), ("versenden", Send),
        ("veroeffentlichen", Send), ("benachrichtigen", Send),
        ("bezahlen", Money), ("ueberweisen", Money), ("kaufen", Money), ("bestellen", Money),
        ("verkaufen", Money), ("erstatten", Money),
        ("ausfuehren", Exec), ("starten", Exec), ("stoppen", Exec), ("neustarten", Exec),
        ("beenden", Exec), ("freigeben", Exec), ("genehmigen", Exec),
        // Spanish and Portuguese.
        ("eliminar", Destroy), ("elimina", Destroy), ("borrar", Destroy), ("borra", Destroy),
        ("suprimir", Destroy), ("vaciar", Destroy), ("cancelar", Destroy), ("revocar", Destroy),
        ("desactivar", Destroy), ("destruir", Destroy), ("anular", Destroy),
        ("desinstalar", Destroy), ("apagar", Destroy), ("apaga", Destroy), ("excluir", Destroy),
        ("deletar", Destroy), ("revogar", Destroy), ("desativar", Destroy), ("limpar", Destroy),
        ("limpiar", Destroy),
        ("crear", Edit), ("actualizar", Edit), ("modificar", Edit), ("editar", Edit),
        ("guardar", Edit), ("agregar", Edit), ("anadir", Edit), ("abrir", Edit), ("abre", Edit),
        ("cerrar", Edit), ("cierra", Edit), ("renombrar", Edit), ("activar", Edit),
        ("encender", Edit), ("bloquear", Edit), ("desbloquear", Edit), ("armar", Edit),
        ("desarmar", Edit), ("reservar", Edit), ("subir", Edit), ("escribir", Edit),
        ("cambiar", Edit), ("criar", Edit), ("atualizar", Edit), ("salvar", Edit),
        ("adicionar", Edit), ("fechar", Edit), ("renomear", Edit), ("ativar", Edit),
        ("ligar", Edit), ("desligar", Edit), ("trancar", Edit), ("destrancar", Edit),
        ("alterar", Edit), ("escrever", Edit),
        ("enviar", Send), ("publicar", Send), ("notificar", Send),
        ("pagar", Money), ("comprar", Money), ("vender", Money), ("transferir", Money),
        ("reembolsar", Money),
        ("ejecutar", Exec), ("executar", Exec), ("iniciar", Exec), ("detener", Exec),
        ("parar", Exec), ("reiniciar", Exec), ("aprobar", Exec), ("aprovar", Exec),
        ("autorizar", Exec),
        // French.
        ("supprimer", Destroy), ("supprime", Destroy), ("effacer", Destroy), ("detruire", Destroy),
        ("vider", Destroy), ("annuler", Destroy), ("revoquer", Destroy), ("desactiver", Destroy),
        ("desinstaller", Destroy), ("resilier", Destroy),
        ("creer", Edit), ("ajouter", Edit), ("enregistrer", Edit), ("ouvrir", Edit),
        ("fermer", Edit), ("renommer", Edit), ("activer", Edit), ("deplacer", Edit),
        ("verrouiller", Edit), ("deverrouiller", Edit), ("allumer", Edit), ("eteindre", Edit),
        ("desarmer", Edit), ("ecrire", Edit),
        ("envoyer", Send), ("envoie", Send), ("publier", Send),
        ("acheter", Money), ("vendre", Money), ("rembourser", Money),
        ("executer", Exec), ("demarrer", Exec), ("arreter", Exec), ("redemarrer", Exec),
        ("approuver", Exec), ("autoriser", Exec),
        // Italian.
        ("eliminare", Destroy), ("cancellare", Destroy), ("rimuovere", Destroy),
        ("distruggere", Destroy), ("svuotare", Destroy), ("revocare", Destroy),
        ("disattivare", Destroy), ("annullare", Destroy),
        ("creare", Edit), ("aggiornare", Edit), ("modificare", Edit), ("salvare", Edit),
        ("aggiungere", Edit), ("aprire", Edit), ("chiudere", Edit), ("rinominare", Edit),
        ("attivare", Edit), ("accendere", Edit), ("spegnere", Edit), ("bloccare", Edit),
        ("sbloccare", Edit), ("scrivere", Edit), ("prenotare", Edit),
        ("inviare", Send), ("pubblicare", Send),
        ("pagare", Money), ("comprare", Money), ("vendere", Money), ("trasferire", Money),
        ("rimborsare", Money),
        ("eseguire", Exec), ("avviare", Exec), ("fermare", Exec), ("riavviare", Exec),
        ("approvare", Exec), ("autorizzare", Exec),
        // Dutch.
        ("verwijderen", Destroy), ("verwijder", Destroy), ("vernietigen", Destroy),
        ("annuleren", Destroy), ("intrekken", Destroy), ("uitschakelen", Destroy),
        ("aanmaken", Edit), ("bijwerken", Edit), ("wijzigen", Edit), ("opslaan", Edit),
        ("toevoegen", Edit), ("openen", Edit), ("sluiten", Edit), ("hernoemen", Edit),
        ("inschakelen", Edit), ("verplaatsen", Edit), ("vergrendelen", Edit),
        ("ontgrendelen", Edit), ("schrijven", Edit),
        ("versturen", Send), ("verzenden", Send), ("publiceren", Send),
        ("betalen", Money), ("kopen", Money), ("verkopen", Money), ("overmaken", Money),
        ("terugbetalen", Money),
        ("uitvoeren", Exec), ("herstarten", Exec), ("goedkeuren", Exec),
    ], Edit
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    #[test]
    fn no_word_is_in_two_classes_and_all_act() {
        let words: Vec<Word> = VERBS.words().collect();
        assert!(words.is_sorted_by(|one, next| one < next));
        assert!(words.into_iter().all(|word| verb(word).is_some_and(|verb| verb.class.acts())));
    }

    /// What is in the table of English words has its meaning there.
    #[test]
    fn no_word_is_an_english_verb() {
        for word in VERBS.words() {
            assert_eq!(crate::gate::classify::verbs::verb(word), None, "{word:?}");
        }
    }
}
