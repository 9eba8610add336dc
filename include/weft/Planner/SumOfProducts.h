//===- SumOfProducts.h - Common factors of products -------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Models A * B + A * C as A * (B + C): the sum of the other factors becomes an
// intermediate, which one product reads.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_PLANNER_SUMOFPRODUCTS_H
#define WEFT_PLANNER_SUMOFPRODUCTS_H

#include "weft/Planner/Planner.h"

namespace weft {
namespace planner {

/// A term of a sum, without the factors that it shares with the other terms.
struct Remainder {
  /// The term.
  const Query *query = nullptr;
  /// The factors that are no common ones.
  std::vector<unsigned> factors;
  /// The variables of the intermediate, in the numbers of this term. Variables
  /// at equal places of all terms correspond.
  std::vector<unsigned> variables;
};

/// Terms with common factors. The first remainder is of the term whose numbers
/// the result has.
struct CommonFactors {
  std::vector<unsigned> common;
  std::vector<Remainder> remainders;
};

/// A sum of products with its common factors taken out.
struct FactoredSum {
  /// The sum of the remainders; its levels are in the order in which the
  /// product reads them.
  Factor sum;
  /// The modelled work of all steps; infinite if there is no plan.
  double cost = 0;
};

/// Plans the sum of the remainders of terms and its product with their common
/// factors. The cost is infinite if there is no plan.
FactoredSum planCommonFactors(const CommonFactors &terms);

} // namespace planner
} // namespace weft

#endif // WEFT_PLANNER_SUMOFPRODUCTS_H
