//===- LatticeKernel.h - Coiterations that are run --------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes a kernel around one `lattice.coiterate`, compiles and runs it. Its
// regions log what they are called with, so that a test sees every visit, in
// order, with all coordinates and positions. Tensors are packed here, by other
// code than the runtime's.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_UNITTESTS_CONVERSION_LATTICEKERNEL_H
#define WEFT_UNITTESTS_CONVERSION_LATTICEKERNEL_H

#include "weft/Compiler/MachineCode.h"
#include "weft/Runtime/TensorABI.h"

#include "mlir/IR/MLIRContext.h"

#include <memory>
#include <string>
#include <vector>

namespace weft {
namespace test {

using Tuple = std::vector<int64_t>;

/// A tensor of f64 whose component does not matter.
struct PackedTensor {
  std::vector<int64_t> dims;
  std::vector<std::vector<int32_t>> arrays;
  std::vector<double> values;
  /// The coordinates at each position of the last level.
  std::vector<Tuple> leaves;
};

/// Packs sorted entries in the order of the modes. Letters are level types: d
/// dense, s compressed, u compressed and not unique, q singleton, n singleton
/// and not unique.
PackedTensor pack(const std::string &letters, const std::vector<int64_t> &dims,
                  const std::vector<Tuple> &entries);

/// A segment, which spans all levels of its tensor or, with a parent, those
/// below a dense level.
struct Segment {
  std::string name;
  std::string letters;
  /// The number of the original variable that each level stores, or the number
  /// of variables for the coiterated one.
  std::vector<unsigned> along;
  bool searched = false;
  /// The levels are below the coordinate that the parameter `parent` says.
  bool hasParent = false;
};

/// A point: iterators and locators, as numbers of segments. The universe is the
/// number of segments.
struct Point {
  std::vector<unsigned> iterators, locators;
};

struct Coiteration {
  unsigned numVariables;
  std::vector<Segment> segments;
  std::vector<Point> points;
  /// The segment whose positions are counted, or -1.
  int positions = -1;
  /// Whether the variable derives from others, and counts from somewhere.
  bool derived = false, hasBase = false;
  bool windowed = false, guarded = false;
  /// From which ratio of lengths on iterators search; negative for never.
  int64_t gallop = -1;

  std::string print() const;
  /// The last level of a segment is not unique.
  bool hasRange(unsigned segment) const;
  /// How many numbers a visit has; those that it does not need are zero.
  size_t getVisitWidth() const;
};

/// What a kernel is run with.
struct Parameters {
  int64_t lower = 0, upper = 0, base = 0, parent = 0;
  std::vector<int64_t> sizes;
};

/// What a region was called with: its number, the coordinates, the variable if
/// it derives from others, and for each segment of the region its position, the
/// end of the range if it has one, and, guarded, whether it is present; if it
/// is not, zeros for the positions.
using Visit = std::vector<int64_t>;

/// A compiled coiteration.
class LatticeKernel {
public:
  /// Expects that it compiles.
  LatticeKernel(mlir::MLIRContext &context, const Coiteration &coiteration);

  /// The visits, in order.
  std::vector<Visit> run(const std::vector<PackedTensor> &tensors,
                         const Parameters &parameters) const;

private:
  void compile(mlir::MLIRContext &context);

  Coiteration coiteration;
  size_t width = 0;
  std::unique_ptr<LoadedCode> code;
  weft_kernel_fn function = nullptr;
};

/// A context that can lower kernels.
std::unique_ptr<mlir::MLIRContext> createKernelContext();

} // namespace test
} // namespace weft

#endif // WEFT_UNITTESTS_CONVERSION_LATTICEKERNEL_H
