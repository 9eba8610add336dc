//===- Workspaces.h - Workspaces that results need --------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A compressed level takes coordinates in order. Where foralls reach a result
// in another order, concretization computes it into a workspace first (thesis,
// sections 4.4 and 6.2). A schedule changes the order, so that a result may
// need a workspace that it did not need before, or another one. The functions
// remove the inserted workspaces of a kernel and insert those that it needs. As
// all transformations of `cin` (Transforms.h), they check their preconditions
// first.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_CIN_TRANSFORMS_WORKSPACES_H
#define WEFT_DIALECT_CIN_TRANSFORMS_WORKSPACES_H

#include "weft/Dialect/CIN/IR/CIN.h"

#include "mlir/IR/PatternMatch.h"

namespace weft {
namespace cin {

/// On a kernel: how its inserted workspaces are stored, where the program or
/// the schedule says so. A workspace that is inserted later is stored alike.
constexpr llvm::StringLiteral kWorkspaceKindAttr = "cin.workspace_kind";

/// The kind of workspace that has a format.
level::Workspace getWorkspaceKind(level::FormatAttr format);

/// Whether the consumer of a where statement just copies each component of the
/// workspace to another tensor.
bool isCopiedWorkspace(WhereOp where);

/// Whether a workspace just collects what another tensor stores: it is copied
/// to that, and `precompute` has not made it.
bool isInsertedWorkspace(WhereOp where);

/// Lets the producer of an inserted workspace assign the tensor that its
/// consumer copies the workspace to: `(∀j1 C(i,j1) = w(j1)) where ∀k ∀j w(j) +=
/// e` becomes `∀k ∀j C(i,j) += e`. The fill of the workspace is that of the
/// tensor, and of the two assignments one at most combines, or both alike.
mlir::LogicalResult removeWorkspace(mlir::RewriterBase &rewriter,
                                    WhereOp where);

/// Removes the inserted workspaces of a kernel. Gives how many there were.
unsigned removeWorkspaces(mlir::RewriterBase &rewriter, KernelOp kernel);

/// Whether the foralls reach the levels of a result in another order than that
/// in which these take coordinates.
bool needsWorkspace(KernelOp kernel);

/// Inserts a workspace for each result of a kernel that needs one, inside of
/// the foralls that are in the order of the result: a coordinate list, unless
/// `kWorkspaceKindAttr` says another kind. It takes the place of the inserted
/// workspaces that it encloses.
///
/// The levels of the result store whole modes, it is assigned by one statement,
/// which assigns no other tensor, and what it combines by has the fill of the
/// result as identity. A result for which this does not hold stays as it is,
/// and is refused when it is lowered. Fails if the workspace cannot be stored
/// in the requested format.
mlir::LogicalResult insertWorkspaces(mlir::RewriterBase &rewriter,
                                     KernelOp kernel);

/// Stores a workspace as a kind says. One whose components are copied in order
/// is a hash table that is copied into a list first.
///
/// It has a mode, and is not stored in blocks. A sparse set has one mode, and a
/// dense workspace is read by what does not depend on which components are
/// absent.
mlir::LogicalResult storeWorkspace(mlir::RewriterBase &rewriter, WhereOp where,
                                   level::Workspace kind);

} // namespace cin
} // namespace weft

#endif // WEFT_DIALECT_CIN_TRANSFORMS_WORKSPACES_H
