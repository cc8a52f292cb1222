//! Removes refused views from the published views, and describes the published views for the manifest.

use crate::cube::{PublishedViews, RefusedPart};
use crate::dimension::{AxisRef, Dimension, axis_name};
use crate::spec::SpecError;

/// The reason for refusing a view, worded to follow the names of its axes. `None` for a released view.
pub(super) type Why = Option<&'static str>;

impl PublishedViews {
    /// Removes every view for which `why` returns a reason, and every view that contains a removed view.
    ///
    /// # Errors
    /// Fails if `why` fails or if no view remains.
    pub(super) fn release<E: From<SpecError>>(
        &mut self,
        why: &mut dyn FnMut(&[AxisRef]) -> Result<Why, E>,
    ) -> Result<(), E> {
        let mut found: Vec<(Vec<AxisRef>, &'static str)> = Vec::new();
        let mut views = Vec::with_capacity(self.views.len());
        let is_within = |smaller: &[AxisRef], set: &[AxisRef]| smaller.iter().all(|axis| set.contains(axis));
        for view in self.views.drain(..) {
            if found.iter().any(|(smaller, _)| is_within(smaller, &view)) {
                continue;
            }
            match why(&view)? {
                None => views.push(view),
                Some(reason) => found.push((view, reason)),
            }
        }
        if views.is_empty() {
            return Err(SpecError::Refused(
                "the rules refuse the whole population; expected rules that a view passes".into(),
            )
            .into());
        }
        self.refused.retain(|(set, _)| !found.iter().any(|(smaller, _)| is_within(smaller, set)));
        self.refused.extend(found);
        self.refused.sort_by(|(a, _), (b, _)| (a.len(), a).cmp(&(b.len(), b)));
        self.views = views;
        Ok(())
    }

    /// The refused sets as the manifest lists them.
    pub(super) fn refused_parts(&self, dimensions: &[Dimension]) -> Vec<RefusedPart> {
        let names = |axes: &[AxisRef]| axes.iter().map(|&axis| axis_name(dimensions, axis)).collect();
        self.refused
            .iter()
            .map(|(axes, reason)| RefusedPart { axes: names(axes), reason: (*reason).to_owned() })
            .collect()
    }
}
