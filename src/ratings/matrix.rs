//! Square matrices, as much of them as ratings need.

/// A square matrix, row by row.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Matrix {
    pub(super) size: usize,
    pub(super) cells: Vec<f64>,
}

impl Matrix {
    /// All cells `value`.
    pub(super) fn filled(size: usize, value: f64) -> Self {
        Self { size, cells: vec![value; size * size] }
    }

    pub(super) fn get(&self, row: usize, column: usize) -> f64 {
        self.cells[row * self.size + column]
    }

    /// Adds to a cell.
    pub(super) fn add(&mut self, row: usize, column: usize, value: f64) {
        self.cells[row * self.size + column] += value;
    }

    fn row(&self, row: usize) -> &[f64] {
        &self.cells[row * self.size..(row + 1) * self.size]
    }

    /// The product with `other`.
    pub(super) fn times(&self, other: &Self) -> Self {
        let mut product = Self::filled(self.size, 0.0);
        for row in 0..self.size {
            let sums = &mut product.cells[row * self.size..(row + 1) * self.size];
            for (&factor, line) in self.row(row).iter().zip(other.cells.chunks_exact(self.size)) {
                for (sum, cell) in sums.iter_mut().zip(line) {
                    *sum += factor * cell;
                }
            }
        }
        product
    }

    /// The lower triangle whose product with its transpose this is (Cholesky). This must be symmetric
    /// and positive definite; a pivot that rounding made too small is taken for a tiny one.
    pub(super) fn factor(mut self) -> Factor {
        let n = self.size;
        for row in 0..n {
            for column in 0..=row {
                let (before, after) = self.cells.split_at(row * n);
                let (one, other) = if column == row {
                    (&after[..column], &after[..column])
                } else {
                    (&after[..column], &before[column * n..column * n + column])
                };
                let dot: f64 = one.iter().zip(other).map(|(a, b)| a * b).sum();
                let rest = self.get(row, column) - dot;
                self.cells[row * n + column] =
                    if column == row { rest.max(1e-12).sqrt() } else { rest / self.get(column, column) };
            }
        }
        Factor(self)
    }
}

/// A matrix in the form in which equations with it are quickly solved.
#[derive(Clone, Debug)]
pub(super) struct Factor(Matrix);

impl Factor {
    /// Solves the equations for the right side `known`, in its place.
    pub(super) fn solve(&self, known: &mut [f64]) {
        let Self(lower) = self;
        for row in 0..lower.size {
            let dot: f64 = lower.row(row)[..row].iter().zip(&*known).map(|(a, b)| a * b).sum();
            known[row] = (known[row] - dot) / lower.get(row, row);
        }
        for row in (0..lower.size).rev() {
            known[row] /= lower.get(row, row);
            let value = known[row];
            for (above, cell) in known[..row].iter_mut().zip(lower.row(row)) {
                *above -= cell * value;
            }
        }
    }

    /// The inverse of the matrix.
    pub(super) fn inverse(&self) -> Matrix {
        let size = self.0.size;
        let mut inverse = Matrix::filled(size, 0.0);
        for (number, row) in inverse.cells.chunks_exact_mut(size).enumerate() {
            row[number] = 1.0;
            self.solve(row);
        }
        inverse
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_matrix_times_its_inverse_is_one() {
        let cells = vec![4.0, 1.0, 0.5, 1.0, 3.0, -1.0, 0.5, -1.0, 5.0];
        let matrix = Matrix { size: 3, cells };
        let one = matrix.times(&matrix.clone().factor().inverse());
        for row in 0..3 {
            for column in 0..3 {
                let expected = f64::from(u8::from(row == column));
                assert!((one.get(row, column) - expected).abs() < 1e-12, "{one:?}");
            }
        }
    }
}
