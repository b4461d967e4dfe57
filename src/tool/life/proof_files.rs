//! Files with proofs of verdicts.

use std::path::PathBuf;

use anyhow::{Context, Result};
use serde_json::Value;

use tengen_engine::files;
use tengen_engine::files::printable;
use tengen_go::board::Point;
use tengen_go::life::proof::LifeClaim;
use tengen_go::life::solver::NoProof;

/// A writer of proofs into a folder.
pub struct ProofFiles {
    folder: PathBuf,
}

impl ProofFiles {
    /// Creates a writer for an existing folder.
    pub fn new(folder: PathBuf) -> ProofFiles {
        ProofFiles { folder }
    }

    /// Writes proofs: that of the verdict without ko threats as `ID_FIRST.ldp`, and that of the effect of the losing side's ko
    /// threats as `ID_FIRST_SIDE.ldp`. `ID_FIRST_SIDE_THREATS.ldp` proves that fewer threats than `needed` are not enough. `target`
    /// becomes part of the name if the input does not name it. Fails at a proof without a text, which is too large.
    pub fn write(
        &self,
        id: &Value,
        target: Option<Point>,
        needed: Option<usize>,
        proofs: impl IntoIterator<Item = (LifeClaim, Result<String, NoProof>)>,
    ) -> Result<()> {
        for (claim, text) in proofs {
            let name = file_name(&id_text(id), target, claim, needed);
            let text = text.with_context(|| name.clone())?;
            let path = self.folder.join(name);
            files::write(&path, text.as_bytes()).with_context(|| printable(&path))?;
        }
        Ok(())
    }
}

/// Returns an id as it stands in a proof.
pub fn id_text(id: &Value) -> String {
    id.as_str().map_or_else(|| id.to_string(), str::to_owned)
}

fn file_name(id: &str, target: Option<Point>, claim: LifeClaim, needed: Option<usize>) -> String {
    let safe = |letter: char| letter.is_alphanumeric() || "-_.".contains(letter);
    let mut name: String = id
        .chars()
        .map(|letter| if safe(letter) { letter } else { '_' })
        .collect();
    if let Some(target) = target {
        name += &format!("-{target}");
    }
    name += &format!("_{}", claim.first.name());
    if let Some(free) = claim.free {
        name += &format!("_{}", free.name());
    }
    if let (Some(threats), Some(needed)) = (claim.budget, needed)
        && threats < needed
    {
        name += &format!("_{threats}");
    }
    name + ".ldp"
}
