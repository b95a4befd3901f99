//! The arrays of a batch.

use numpy::ndarray::Dimension;
use numpy::{
    Element, Ix1, Ix2, Ix4, PyArray, PyArray1, PyArray2, PyArray4, PyArrayMethods,
    PyReadwriteArray, PyUntypedArrayMethods,
};
use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PySlice;
use rayon::prelude::*;

use crate::board_planes::{PLANES, actions};
use crate::errors::raise;

/// Where the memory of each array begins: at a multiple of this. JAX copies other arrays.
const ALIGNMENT: usize = 64;

/// The arrays, which Python may keep.
pub struct Buffers {
    n: usize,
    side: usize,
    /// The planes of the positions.
    pub observations: Py<PyArray4<u8>>,
    /// The legal actions.
    pub masks: Py<PyArray2<bool>>,
    /// The results of both sides.
    pub rewards: Py<PyArray2<f32>>,
    /// Whether each game has just ended.
    pub done: Py<PyArray1<bool>>,
    /// Whether it ended by its length.
    pub truncated: Py<PyArray1<bool>>,
    /// The sides to move.
    pub to_move: Py<PyArray1<u8>>,
    /// The numbers of moves played.
    pub lengths: Py<PyArray1<i32>>,
}

impl Buffers {
    /// The bytes of the arrays for `n` games.
    pub fn bytes(n: usize, side: usize) -> usize {
        n.saturating_mul(PLANES * side * side + actions(side) + 15)
    }

    /// Arrays of zeros.
    pub fn new(py: Python<'_>, n: usize, side: usize) -> PyResult<Self> {
        Ok(Self {
            n,
            side,
            observations: zeros(py, [n, PLANES, side, side])?,
            masks: zeros(py, [n, actions(side)])?,
            rewards: zeros(py, [n, 2])?,
            done: zeros(py, [n])?,
            truncated: zeros(py, [n])?,
            to_move: zeros(py, [n])?,
            lengths: zeros(py, [n])?,
        })
    }

    /// The arrays, borrowed for writing.
    ///
    /// # Errors
    /// When Python has made one of them read-only, or changed its type or shape.
    pub fn views<'py>(&self, py: Python<'py>) -> PyResult<Views<'py>> {
        let (n, side) = (self.n, self.side);
        let planes = [n, PLANES, side, side];
        Ok(Views {
            side,
            observations: writable(py, "observations", &self.observations, &planes)?,
            masks: writable(py, "masks", &self.masks, &[n, actions(side)])?,
            rewards: writable(py, "rewards", &self.rewards, &[n, 2])?,
            done: writable(py, "done", &self.done, &[n])?,
            truncated: writable(py, "truncated", &self.truncated, &[n])?,
            to_move: writable(py, "to_move", &self.to_move, &[n])?,
            lengths: writable(py, "lengths", &self.lengths, &[n])?,
        })
    }
}

/// An aligned array of zeros.
fn zeros<T: Element, D: Dimension, const N: usize>(
    py: Python<'_>,
    shape: [usize; N],
) -> PyResult<Py<PyArray<T, D>>> {
    let length = shape.iter().product::<usize>() * size_of::<T>();
    // Not NumPy's own memory, which `resize` would move under our feet.
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(length + ALIGNMENT - 1).map_err(raise::<PyMemoryError>)?;
    bytes.resize(length + ALIGNMENT - 1, 0_u8);
    let memory = PyArray1::from_vec(py, bytes);
    let first = memory.data().align_offset(ALIGNMENT);
    let part = PySlice::new(py, first.cast_signed(), (first + length).cast_signed(), 1);
    let array = memory
        .get_item(part)?
        .call_method1("view", (T::get_dtype(py),))?
        .call_method1("reshape", (shape,))?;
    Ok(array.cast_into::<PyArray<T, D>>()?.unbind())
}

/// An array, borrowed for writing. Python can change the type and shape of an array in place, so they
/// are checked.
fn writable<'py, T: Element, D: Dimension>(
    py: Python<'py>,
    name: &str,
    array: &Py<PyArray<T, D>>,
    shape: &[usize],
) -> PyResult<PyReadwriteArray<'py, T, D>> {
    let cast: Option<&Bound<'py, PyArray<T, D>>> = array.bind(py).as_any().cast().ok();
    let same = cast.filter(|array| array.shape() == shape && array.is_c_contiguous());
    same.and_then(|array| array.try_readwrite().ok()).ok_or_else(|| {
        PyValueError::new_err(format!(
            "{name} has been changed: it must stay writable, of its type and of shape {shape:?}; make a \
             new batch"
        ))
    })
}

/// The arrays, borrowed for writing.
pub struct Views<'py> {
    side: usize,
    observations: PyReadwriteArray<'py, u8, Ix4>,
    masks: PyReadwriteArray<'py, bool, Ix2>,
    rewards: PyReadwriteArray<'py, f32, Ix2>,
    done: PyReadwriteArray<'py, bool, Ix1>,
    truncated: PyReadwriteArray<'py, bool, Ix1>,
    to_move: PyReadwriteArray<'py, u8, Ix1>,
    lengths: PyReadwriteArray<'py, i32, Ix1>,
}

impl Views<'_> {
    /// The arrays as slices.
    ///
    /// # Errors
    /// When Python has changed the layout of one of them.
    pub fn rows(&mut self) -> PyResult<Rows<'_>> {
        Ok(Rows {
            squares: PLANES * self.side * self.side,
            actions: actions(self.side),
            observations: self.observations.as_slice_mut()?,
            masks: self.masks.as_slice_mut()?,
            rewards: self.rewards.as_slice_mut()?,
            done: self.done.as_slice_mut()?,
            truncated: self.truncated.as_slice_mut()?,
            to_move: self.to_move.as_slice_mut()?,
            lengths: self.lengths.as_slice_mut()?,
        })
    }
}

/// The arrays as slices.
pub struct Rows<'a> {
    /// The length of an observation.
    squares: usize,
    /// The length of a mask.
    actions: usize,
    observations: &'a mut [u8],
    masks: &'a mut [bool],
    rewards: &'a mut [f32],
    done: &'a mut [bool],
    truncated: &'a mut [bool],
    to_move: &'a mut [u8],
    lengths: &'a mut [i32],
}

/// The part of the arrays that belongs to one game.
pub struct Row<'a> {
    /// The planes of the position.
    pub observation: &'a mut [u8],
    /// The legal actions.
    pub mask: &'a mut [bool],
    /// The results of both sides.
    pub reward: &'a mut [f32],
    /// Whether the game has just ended.
    pub done: &'a mut bool,
    /// Whether it ended by its length.
    pub truncated: &'a mut bool,
    /// The side to move.
    pub to_move: &'a mut u8,
    /// The number of moves played.
    pub length: &'a mut i32,
}

impl Rows<'_> {
    /// The rows of all games, in parallel.
    pub fn par_iter(&mut self) -> impl IndexedParallelIterator<Item = Row<'_>> {
        let boards = self.observations.par_chunks_exact_mut(self.squares);
        let choices = self.masks.par_chunks_exact_mut(self.actions);
        let results = self.rewards.par_chunks_exact_mut(2).zip(self.done.par_iter_mut());
        let states = self.to_move.par_iter_mut().zip(self.lengths.par_iter_mut());
        let ends = results.zip(self.truncated.par_iter_mut());
        boards.zip(choices).zip(ends).zip(states).map(
            |(((observation, mask), ((reward, done), truncated)), (to_move, length))| Row {
                observation,
                mask,
                reward,
                done,
                truncated,
                to_move,
                length,
            },
        )
    }
}
