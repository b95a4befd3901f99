//! Symmetric positive definite matrices, by Cholesky's decomposition.

/// A square matrix, row by row.
#[derive(Clone, Debug)]
pub struct Matrix {
    size: usize,
    values: Vec<f64>,
}

impl Matrix {
    /// A matrix of `size` rows and columns of zeros.
    pub fn zeros(size: usize) -> Self {
        Self { size, values: vec![0.0; size * size] }
    }

    /// The values of a row.
    pub fn row(&self, row: usize) -> &[f64] {
        &self.values[row * self.size..][..self.size]
    }

    /// The value in a row and column.
    pub fn at(&self, row: usize, column: usize) -> f64 {
        self.values[row * self.size + column]
    }

    /// Adds to the value in a row and column.
    pub fn add(&mut self, row: usize, column: usize, value: f64) {
        self.values[row * self.size + column] += value;
    }

    /// The lower triangle whose product with its transpose is this matrix; `None` unless the matrix is
    /// positive definite. Only the lower triangle is read.
    pub fn factorise(mut self) -> Option<Factor> {
        for column in 0..self.size {
            let (before, rest) = self.values.split_at_mut((column + 1) * self.size);
            let own = &mut before[column * self.size..];
            let square = own[column] - dot(&own[..column], &own[..column]);
            if square.is_nan() || square <= 0.0 {
                return None;
            }
            own[column] = square.sqrt();
            for row in rest.chunks_exact_mut(self.size) {
                row[column] = (row[column] - dot(&row[..column], &own[..column])) / own[column];
            }
        }
        Some(Factor(self))
    }
}

/// Numbers that are multiplied at a time. Added up one after the other, they would wait for each other.
const LANES: usize = 8;

fn dot(a: &[f64], b: &[f64]) -> f64 {
    let (a, b) = (a.as_chunks::<LANES>(), b.as_chunks::<LANES>());
    let mut sums = [0.0; LANES];
    for (a, b) in a.0.iter().zip(b.0) {
        for lane in 0..LANES {
            sums[lane] += a[lane] * b[lane];
        }
    }
    let rest: f64 = a.1.iter().zip(b.1).map(|(a, b)| a * b).sum();
    sums.into_iter().sum::<f64>() + rest
}

/// The lower triangle of a decomposition.
#[derive(Clone, Debug)]
pub struct Factor(Matrix);

impl Factor {
    /// The `x` for which the decomposed matrix times `x` is `right`.
    pub fn solve(&self, right: &[f64]) -> Vec<f64> {
        let (lower, size) = (&self.0, self.0.size);
        let mut x = right.to_vec();
        for row in 0..size {
            let known = dot(&lower.values[row * size..row * size + row], &x[..row]);
            x[row] = (x[row] - known) / lower.at(row, row);
        }
        for row in (0..size).rev() {
            let values = &lower.values[row * size..][..=row];
            x[row] /= values[row];
            let (above, own) = x.split_at_mut(row);
            above.iter_mut().zip(values).for_each(|(x, value)| *x -= value * own[0]);
        }
        x
    }

    /// The inverse of the decomposed matrix.
    pub fn inverse(&self) -> Matrix {
        let size = self.0.size;
        let mut inverse = Matrix::zeros(size);
        let mut unit = vec![0.0; size];
        for column in 0..size {
            unit[column] = 1.0;
            for (row, value) in self.solve(&unit).into_iter().enumerate() {
                inverse.add(row, column, value);
            }
            unit[column] = 0.0;
        }
        inverse
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matrix(rows: [[f64; 3]; 3]) -> Matrix {
        Matrix { size: 3, values: rows.concat() }
    }

    #[test]
    fn systems_are_solved_and_matrices_inverted() {
        let factor =
            matrix([[4.0, 2.0, -2.0], [2.0, 10.0, 2.0], [-2.0, 2.0, 5.0]]).factorise().unwrap();
        // The triangle has 2, 1 3, -1 1 √3.
        assert_eq!((factor.0.at(0, 0), factor.0.at(1, 0), factor.0.at(1, 1)), (2.0, 1.0, 3.0));
        let x = factor.solve(&[-6.0, 12.0, 21.0]);
        let back = [
            4.0 * x[0] + 2.0 * x[1] - 2.0 * x[2],
            2.0 * x[0] + 10.0 * x[1] + 2.0 * x[2],
            -2.0 * x[0] + 2.0 * x[1] + 5.0 * x[2],
        ];
        assert!(back.iter().zip([-6.0, 12.0, 21.0]).all(|(a, b)| (a - b).abs() < 1e-12));
        let inverse = factor.inverse();
        let product: f64 =
            [4.0, 2.0, -2.0].iter().enumerate().map(|(k, v)| v * inverse.at(k, 0)).sum();
        assert!((product - 1.0).abs() < 1e-12);
    }

    #[test]
    fn a_matrix_that_is_not_positive_definite_has_no_factor() {
        let indefinite = [[1.0, 0.0, 0.0], [2.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        assert!(matrix(indefinite).factorise().is_none());
        assert!(matrix([[f64::NAN; 3]; 3]).factorise().is_none());
    }
}
