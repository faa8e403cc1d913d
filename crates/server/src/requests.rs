//! Limits an address's rate of HTTP requests and of response bytes. Checked before a request is
//! handled, since any request costs something.
use std::convert::Infallible;
use std::num::NonZeroU32;
use std::time::Duration;

use axum::Router;
use axum::body::HttpBody;
use axum::extract::Request;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use hyper::body::Incoming;
use hyper::service::Service;
use hyper_util::service::TowerToHyperService;
use tokio::time::sleep;

use crate::embedding;
use crate::headers;
use crate::metrics::Metrics;
use crate::origin::initiator;
use crate::per_address::bound::{Exceeded, Rate};
use crate::per_address::share::Share;

/// Handles a request, or answers with 429 after a pause if its address exceeds a limit.
pub(crate) async fn answer(
    request: Request<Incoming>,
    router: TowerToHyperService<Router>,
    share: &Share,
    pause: Duration,
    metrics: &Metrics,
) -> Result<Response, Infallible> {
    let initiator = initiator(request.headers());
    let is_framed = embedding::is_framed(&request);
    let exceeded = match share.use_once(Rate::Requests(initiator)) {
        Err(exceeded) => exceeded,
        Ok(()) => {
            let answer = router.call(request).await?;
            let bytes = answer.body().size_hint().exact().unwrap_or_default();
            let bytes = NonZeroU32::new(bytes.try_into().unwrap_or(u32::MAX));
            match bytes.map_or(Ok(()), |n| share.use_times(Rate::ResponseBytes(initiator), n)) {
                Err(exceeded) => exceeded,
                Ok(()) => return Ok(answer),
            }
        }
    };
    metrics.count_refused(exceeded);
    sleep(pause).await;
    let mut answer = headers::guard(too_many(&exceeded)).await;
    if is_framed {
        embedding::allow_framing(&mut answer);
    }
    Ok(answer)
}

fn too_many(exceeded: &Exceeded) -> Response {
    let retry_after = [(header::RETRY_AFTER, "1")];
    (StatusCode::TOO_MANY_REQUESTS, retry_after, format!("{exceeded}\n")).into_response()
}
